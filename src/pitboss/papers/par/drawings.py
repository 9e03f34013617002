"""The plots of a sheet by their names."""

from pitboss.papers.par.blocks import Drawing
from pitboss.papers.par.first_chart import first_chart
from pitboss.papers.par.plots import body_plot, tail_plot
from pitboss.papers.par.sheet import ParSheet


def drawn(sheet: ParSheet, block: Drawing, *, family: str, alone: bool = False) -> str:
    """The plot of a block, as SVG."""
    rules, main = sheet.solution.rules, sheet.solution.main
    match block.name:
        case "body":
            return body_plot(main, title=block.alt, family=family, alone=alone)
        case "tail":
            return tail_plot(main, title=block.alt, family=family, alone=alone)
        case "first":
            return first_chart(rules, main, title=block.alt, family=family, alone=alone)
        case other:
            raise ValueError(other)
