"""The export of a table in use: verified up to its last line, at every moment of a round."""

from pathlib import Path

import pytest

from pitboss.room.people.accounts import Part
from pitboss.table import Phase
from pitboss.verify import Fault, verify
from tests.room.http.houses import TABLE
from tests.room.moments import FLOOR, MOMENTS, house_at, reach


@pytest.mark.parametrize("moment", MOMENTS)
async def test_fair_5_an_export_verifies_in_mid_round(moment: str, tmp_path: Path) -> None:
    await reach(tmp_path, moment)
    async with house_at(tmp_path) as house:
        flo = await house.comes(FLOOR, Part.FLOORPERSON)
        answer = await flo.get(f"/api/tables/{TABLE}/export")
        state = house.actor().shown
        head = house.actor().head
    lines = answer.content.splitlines(keepends=True)
    found = verify(lines)
    assert (found.events, found.head) == (head.version, head.hash)
    now = state.round
    is_open = now is not None and now.phase is not Phase.CLOSED
    assert found.open_round == (now.number if now and is_open else 0)
    assert bool(found.not_yet_proved) == is_open
    with pytest.raises(Fault, match="the last line is missing: the file was cut off"):
        verify(lines[:-1])
