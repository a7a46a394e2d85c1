"""Drawing on a terminal: text in cells, with styles."""
