"""A second, deliberately plain implementation of Next Station, used only to check the project."""

from .next_station import City, Referee, Section, Station, load_city

__all__ = ["City", "Referee", "Section", "Station", "load_city"]
