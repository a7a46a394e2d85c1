"""What rules are written with: records of numbers, hooks, moves, random numbers, and the code of rules as data.

Rule functions run in two ways, as plain Python and as machine code; nothing here knows which.
"""
