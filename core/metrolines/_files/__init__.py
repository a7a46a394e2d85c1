"""Files: YAML with the place of every value, models of what may stand in it, pictures of maps, and writing whole or not
at all.
"""
