import lit.formats
config.name = "nested"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
