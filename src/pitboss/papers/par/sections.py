"""A par sheet in its order."""

from collections.abc import Iterator

from pitboss.papers.par.blocks import Section
from pitboss.papers.par.earnings import hold, volatility
from pitboss.papers.par.filed import filed
from pitboss.papers.par.glossary import glossary
from pitboss.papers.par.main_game import endings, every_result, first_decision, main_game
from pitboss.papers.par.meters import meters
from pitboss.papers.par.method import method
from pitboss.papers.par.readings import readings
from pitboss.papers.par.return_tables import return_tables
from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.par.summary import summary


def sections(sheet: ParSheet) -> Iterator[Section]:
    """All of them."""
    yield summary(sheet)
    yield main_game(sheet)
    yield endings(sheet)
    if chart := first_decision(sheet):
        yield chart
    yield return_tables(sheet)
    yield from meters(sheet)
    yield readings(sheet)
    yield volatility(sheet)
    yield hold(sheet)
    yield method(sheet)
    yield filed(sheet)
    yield every_result(sheet)
    yield glossary(sheet)
