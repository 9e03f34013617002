"""The coach at a table: the lab's values, from what the player sees and nothing else."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import cards
from pitboss.lab import advise
from pitboss.room.labs.question import Question
from pitboss.table.views import open_choices
from tests.room.evenings import Evening, evening
from tests.room.http.houses import TABLE, error_of
from tests.table.tables import KEYS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kernels")]
ADVICE = f"/api/tables/{TABLE}/advice"
