"""What tests have `games new` write: kind, name, and for which game."""

PACKAGES = {
    "variant of next station": ("variant", "night-bus", "paris"),
    "variant of metro": ("variant", "long-haul", "metro"),
    "city": ("map", "river-town", "tokyo"),
    "board": ("map", "little-metro", "metro"),
    "agent": ("agent", "look-ahead", "metro"),
    "game": ("game", "last-train", None),
}
SINGLE = {what: form for what, form in PACKAGES.items() if what != "game"}
