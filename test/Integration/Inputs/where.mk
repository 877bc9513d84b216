# Lists the files that the included makefile leads to.
include $(shell $(LOOPYC) --print-makefile)
where:
	@ls $(LOOPYC) $(firstword $(LOOPYC_LIBS)) $(LOOPYC_RUNTIME_MODULE)
