"""Agents in a file, each made in another way, and commands that take the name of one."""

PLAIN = ("--compiled", "off", "--workers", "1")
COMMANDS = {
    "simulate": ("simulate", "paris", "-n", "2", "--seed", "1", *PLAIN, "--agents"),
    "run": ("run", "paris", "--seed", "1", "--seats"),
    "lab": ("lab", "paris", "--with", "effects", "-n", "2", "--traced", "2", "--json", *PLAIN, "--agents"),
}

MADE = """\
class Base:
    def act(self, view):
        return "pass"


class Nothing(Base):
    pass


class Three(Base):
    def __init__(self, game, seat, seed):
        self.given = (game.id, seat, seed)


class Any(Base):
    def __init__(self, *words, **more):
        self.given = words


class Usual(Base):
    def __init__(self, depth=3):
        self.depth = depth


def factory():
    return Nothing()


class Two(Base):
    def __init__(self, game, seat):
        pass


class Bad(Base):
    def __init__(self, game, seat, seed):
        raise ValueError("oh\\nno")


class Confused(Base):
    def __init__(self):
        len(5)


class Gone(Base):
    def __init__(self):
        raise SystemExit(0)


class Mute:
    pass


def none():
    pass


def itself():
    return Nothing


bob = Nothing()
"""
