"""The submission in full, as a file that gives the same figures again."""

from pitboss.papers.par.blocks import Listing, Section, Words
from pitboss.papers.par.method import FILE
from pitboss.papers.par.sheet import ParSheet


def filed(sheet: ParSheet) -> Section:
    """To the letter; money in it is in cents."""
    same = "It is what the game files by itself. " if sheet.is_default else ""
    return Section(
        "submission",
        "The submission in full",
        (
            Words(
                f"{same}Saved as {FILE}, it gives every figure of this sheet again by the commands "
                "above. What follows a # is a remark: the choices that there are, and their "
                "clauses."
            ),
            Listing(sheet.filed),
        ),
    )
