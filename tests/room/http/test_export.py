"""The export of a table in use: verified up to its last line, at every moment of a round."""

from pathlib import Path

import pytest

from pitboss.room.people.accounts import AccountRole
from pitboss.table import Phase
from pitboss.verify import VerificationError, verify
from tests.room.http.houses import TABLE
from tests.room.moments import FLOOR, MOMENTS, house_at, reach


@pytest.mark.parametrize("moment", MOMENTS)
async def test_fair_5_an_export_verifies_in_mid_round(moment: str, tmp_path: Path) -> None:
    await reach(tmp_path, moment)
    async with house_at(tmp_path) as house:
        flo = await house.comes(FLOOR, AccountRole.FLOORPERSON)
        answer = await flo.get(f"/api/tables/{TABLE}/export")
        state = house.actor().committed_state
        head = house.actor().head
    lines = answer.content.splitlines(keepends=True)
    result = verify(lines)
    assert (result.events, result.head) == (head.version, head.hash)
    round_ = state.round
    is_open = round_ is not None and round_.phase is not Phase.CLOSED
    assert result.open_round == (round_.number if round_ and is_open else 0)
    assert bool(result.not_yet_proved) == is_open
    with pytest.raises(VerificationError, match="the last line is missing: the file was cut off"):
        verify(lines[:-1])
