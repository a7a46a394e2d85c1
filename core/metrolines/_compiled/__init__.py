"""The compiled way: rules as machine code by numba, checked where they are somebody else's, and kept on disk."""
