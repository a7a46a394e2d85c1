"""Making the view of a table, from what a game and its variants say of a position.

It is made of a view alone, so that it can hold nothing that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import PluginError
from ..view.board import Board, Mark, Network, TextBoard, Tile, Tiling
from ..view.table import Box, Change, Dealt, Fact, Move, News, Prompt, Sheet, TableView
from ..view.variant import Description
from .scores import parts_of, ranked, scored_seats, scores_of

if TYPE_CHECKING:
    from .game import Game
    from .state import State


def describe(view: State, seat: int | None, news: Sequence[News] = ()) -> TableView:
    """The table as a view shows it to a seat; None: as everybody may know it."""
    game, family = view.game, view.game.family
    scored = scored_seats(game, view.g, view.ps)
    told = [_descriptions(view, number, scored[number]) for number in range(game.seats)]
    boards = [
        _marked(family.board(view, number), [mark for each in told[number].values() for mark in each.marks])
        for number in range(1 if family.shared_board else game.seats)
    ]
    prompt: Prompt | None = None
    hand: tuple[Tile, ...] = ()
    moves: tuple[Move, ...] = ()
    if seat is not None and seat in view.to_act and not view.hidden(seat):
        prompt = _prompt(view, seat, told[seat])
        hand = tuple(family.hand(view, seat))
        moves = tuple(_moves(view, seat, scored, boards[0 if family.shared_board else seat]))
    return TableView(
        game=game.id,
        title=game.title,
        map=game.map.id,
        variants=tuple(chosen.spec.id for chosen in game.variants),
        seats=game.seats,
        viewer=seat,
        over=view.over,
        to_act=view.to_act,
        stage=family.stage(view),
        prompt=prompt,
        facts=tuple(_facts(view, seat)),
        dealt=tuple(_dealt(view)),
        shared_board=family.shared_board,
        boards=tuple(boards),
        hand=hand,
        moves=moves,
        sheets=tuple(_sheets(view, scored, told)),
        news=tuple(news),
        remarks=tuple(family.closing_words(view)) if view.over else (),
        ladder=family.ladder(view) if view.over and game.seats == 1 else None,
    )


def _facts(view: State, seat: int | None) -> list[Fact]:
    """What a seat may know beside its board; without a seat what all know, and what is each one's own."""
    family = view.game.family
    if seat is not None or view.game.seats == 1:
        return list(family.facts(view, seat or 0))
    of_seat = [family.facts(view, number) for number in range(view.game.seats)]
    common = [fact for fact in of_seat[0] if all(fact in others for others in of_seat)]
    own = [
        replace(fact, id=f"{fact.id}-{number}", title=f"{fact.title} of {number + 1}")
        for number, facts in enumerate(of_seat)
        for fact in facts
        if fact not in common
    ]
    return [*common, *own]


def _descriptions(view: State, seat: int, scored: Any) -> dict[str, Description]:
    """What every variant shows of a seat, which was scored: as it says itself, or what it has declared to keep.

    One whose function breaks shows that: it is not needed to play on.
    """
    game = view.game
    found = {}
    for chosen in game.variants:
        name = chosen.spec.id
        if name not in game.functions.describe:
            kept = [*game.table_notation.shown(view.g, chosen.spec.word)]
            kept += game.seat_notation.shown(view.ps[seat], chosen.spec.word)
            found[name] = Description([f"{chosen.spec.title}: {', '.join(kept)}"] if kept else [])
            continue
        try:
            found[name] = description_of(view, seat, name, scored)
        except PluginError as error:
            found[name] = Description([f"{chosen.spec.title}: {error}"])
    return found


def description_of(view: State, seat: int, variant: str, scored: Any) -> Description:
    """What a variant's `describe` says of a seat, which was scored.

    Raises PluginError where it breaks, or says something else.
    """
    game = view.game
    with game.guarded(variant, "describe"):
        description = game.functions.describe[variant](view.g, view.ps[seat], game.constants, scored=scored)
        if not isinstance(description, Description):
            raise TypeError(f"it returns {type(description).__name__}, not a Description")
    return description


def preview_of(view: State, seat: int, action: int) -> str | None:
    """What the `preview` of a variant says of an action of its own; None where it has none.

    Raises PluginError where it breaks, or says something else.
    """
    game = view.game
    source = game.space.block_of(action).source
    if source not in game.functions.preview:
        return None
    with game.guarded(source, "preview"):
        code = game.space.codes[action]
        words = game.functions.preview[source](view.g, view.ps[seat], game.constants, action=code)
        if not isinstance(words, str):
            raise TypeError(f"it returns {type(words).__name__}, not a text")
    return words


def _prompt(view: State, seat: int, told: Mapping[str, Description]) -> Prompt:
    prompt = view.game.family.prompt(view, seat)
    return replace(prompt, why=(*prompt.why, *(each.why for each in told.values() if each.why)))


def _marked(board: Board, marks: Sequence[Mark]) -> Board:
    return replace(board, marks=(*board.marks, *marks)) if marks else board


def _dealt(view: State) -> Iterator[Dealt]:
    """What chance dealt the variants for the whole game."""
    game = view.game
    for block in game.chance:
        known = [(name, view.g.outcomes[block.first + i] - 1) for i, name in enumerate(block.slots)]
        if block.source == game.spec.family or any(outcome < 0 for _, outcome in known):
            continue
        for name, outcome in known:
            named = block.outcomes[outcome]
            place = "" if name.isdigit() else name
            yield Dealt(block.source, block.key.capitalize(), place, named, block.titles.get(named, ""))


def _sheets(view: State, scored: Sequence[Any], told: Sequence[Mapping[str, Description]]) -> Iterator[Sheet]:
    game, family = view.game, view.game.family
    for score in ranked(game, scored):
        p = scored[score.seat]
        workings = family.workings(game, view.g, p)
        parts = parts_of(game, view.g, p)
        boxes = tuple(
            Box(
                column.source,
                column.name,
                column.title,
                item.points,
                workings.get(column.name, "") if column.source == game.spec.family else "",
                parts.get(column.source, {}) if column.name == column.source else {},
            )
            for column, item in zip(game.columns, score.items, strict=True)
        )
        seat = score.seat
        yield Sheet(
            seat,
            score.total,
            score.rank,
            boxes,
            tuple(family.summary(view, seat)),
            tuple(line for each in told[seat].values() for line in each.status),
            {name: text for each in told[seat].values() for name, text in each.progress.items()},
            family.colour(game, seat),
        )


# --- moves ---


def _moves(view: State, seat: int, scored: Sequence[Any], board: Board) -> list[Move]:
    """The legal moves with what they bring to seats that were scored, the best first; passing stands last."""
    trials = Trials(view, seat, scored)
    places = places_of(board)
    found = [_move(view, seat, action, trials, places) for action in view.legal(seat)]
    return sorted(found, key=lambda move: (move.kind == "pass", -move.gain, move.action))


def _move(view: State, seat: int, action: int, trials: Trials, places: frozenset[str]) -> Move:
    game, family = view.game, view.game.family
    label = game.label(action)
    code = game.space.codes[action]
    start, place, piece = family.spot(game, code)
    if not place and label.rpartition(" ")[2] in places:
        place = label.rpartition(" ")[2]
    after = trials.after(action)
    gains, changes, opens = trials.outcome(after)
    try:
        note = preview_of(view, seat, action)
    except PluginError as error:
        note = str(error)
    if note is None:
        note = family.remark(view, seat, code, after)
    return Move(action, label, game.action_kind(action), start, place, piece, gains[seat], gains, changes, opens, note)


class Trials:
    """What moves of a seat bring: each is tried on a copy of the view, and everybody scored as if the game ended.

    `before` are the seats, scored as they are without a move.
    """

    def __init__(self, view: State, seat: int, before: Sequence[Any]) -> None:
        self.view = view
        self.seat = seat
        self.before = before
        game = view.game
        others_too = game.family.shared_board or game.engine.score_table
        self.seats = range(game.seats) if others_too else (seat,)
        self.parts = {number: parts_of(game, view.g, before[number]) for number in self.seats}

    def after(self, action: int) -> State:
        """The position right after an action, before the table goes on."""
        game, after = self.view.game, self.view.copy()
        try:
            game.guarded_engine.act(after.g, after.ps[self.seat], game.constants, game.space.codes[action])
        except BaseException as error:
            game.attribute_error(error)
        return after

    def outcome(self, after: State) -> tuple[tuple[int, ...], tuple[Change, ...], str]:
        """The points that an action brings every seat, the boxes that it changes, and what it opens."""
        game = self.view.game
        gains = [0] * game.seats
        changes: list[Change] = []
        if game.streams and after.g.variant_streams.tried:
            return tuple(gains), (), "Chance decides what comes of it."
        scored = dict(zip(self.seats, scored_seats(game, after.g, [after.ps[n] for n in self.seats]), strict=True))
        for seat, p in scored.items():
            gains[seat] = p.total - self.before[seat].total
            if p.items != self.before[seat].items:
                changes += self._changes(seat, after, p)
        opens = ""
        if game.family.goes_on(after, self.seat):
            prompt = _prompt(after, self.seat, _descriptions(after, self.seat, scored[self.seat]))
            opens = " ".join([*prompt.why, prompt.text])
        return tuple(gains), tuple(changes), opens

    def _changes(self, seat: int, after: State, scored: Any) -> Iterator[Change]:
        game = self.view.game
        workings = game.family.workings(game, after.g, scored)
        was, now = self.parts[seat], parts_of(game, after.g, scored)
        for column, old, new in zip(game.columns, self.before[seat].items, scored.items, strict=True):
            if old == new:
                continue
            own = column.source == game.spec.family
            working = workings.get(column.name, "") if own else ""
            if not own and column.source in now:
                told, earlier = now[column.source], was.get(column.source, {})
                working = ", ".join(
                    f"{name} {points - earlier.get(name, 0):+d}"
                    for name, points in told.items()
                    if points != earlier.get(name, 0)
                )
            yield Change(seat, column.source, column.name, column.title, old, new, working)


def places_of(board: Board) -> frozenset[str]:
    """The ids of the places of a board that moves can lead to."""
    if isinstance(board, Network):
        return frozenset([*(station.id for station in board.stations), *(area.id for area in board.areas)])
    if isinstance(board, Tiling):
        return frozenset(spot.id for spot in board.spots)
    assert isinstance(board, TextBoard)
    return frozenset()


# --- news ---


def news_of(state: State, seat: int | None) -> list[News]:
    """What happened since a seat's last move, as it may know it: moves of others with what they brought, and chance.

    Without a seat, it is the last move of anybody. What the game itself leaves to chance, such as the next card, is
    among the facts of the view.
    """
    game: Game = state.game
    known = (state.open_view() if seat is None else state.view(seat)).events
    own = [n for n, event in enumerate(known) if event.kind == "action" and seat in (None, event.seat)]
    since = known[own[-1] + (seat is not None) :] if own else []
    actions = [event for event in since if event.kind == "action"]
    gains = iter(_gains(state, len(actions)))
    blocks = {block.key: block for block in game.chance if block.source != game.spec.family}
    found = []
    for event in since:
        if event.kind == "action":
            place = game.family.spot(game, game.space.codes[game.parse(event.action)])[1]
            found.append(News(event.seat, event.action, next(gains, {}), place))
        elif event.key in blocks:
            found.append(News(None, blocks[event.key].announced(event.place, event.outcome)))
    return found


def _gains(state: State, latest: int) -> list[dict[int, int]]:
    """What each of the latest actions brought the seats; nothing where a view does not know the story before it."""
    if not latest or state.viewer is not None or state.guessed:
        return []
    totals = [[score.total for score in scores_of(position)] for position in positions_of(state)]
    steps = zip(totals[-latest - 1 :], totals[-latest:], strict=False)
    return [{seat: b - a for seat, (a, b) in enumerate(zip(old, new, strict=True)) if a != b} for old, new in steps]


def positions_of(state: State) -> Iterator[State]:
    """The positions that a state has come through, the first one and that after every action."""
    game = state.game
    happened = {slot: known - 1 for slot, known in enumerate(state.g.outcomes) if known > 0}
    position = game.state_class.begin(game, state.seed or 0, happened, state.began_at)
    yield position
    for event in list(state.events):
        if event.kind == "action":
            position = position.copy()
            position.play(event.seat, event.action)
            yield position
