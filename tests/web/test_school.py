"""The first lesson through the page, as somebody does it who never dealt: up to a certificate."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from pitboss.room.people.accounts import AccountRole
from pitboss.room.school_service.records import SCHOOL_COLLECTION, SchoolRecord
from pitboss.room.school_service.teacher import Teacher
from pitboss.room.school_service.turns import TurnRequest
from pitboss.room.store.interface import read_row
from pitboss.school.classroom import Classroom
from pitboss.table.people import normalize_name
from tests.school.lesson_helpers import right
from tests.web.accessibility import in_both
from tests.web.browser_visits import PHONE, Visits
from tests.web.page_room import PageRoom

TABLET = (1024, 768)


def classroom(room: PageRoom, name: str, game: str) -> Classroom:
    """Return a copy of somebody's open session, to look up the answers."""

    async def read() -> SchoolRecord:
        record = await read_row(
            room.room.store, SCHOOL_COLLECTION, normalize_name(name), SchoolRecord
        )
        assert record is not None
        return record

    session = room.run(read()).games[game].session
    assert session is not None
    teacher = Teacher()
    teacher._turn(
        TurnRequest(
            session.id, session.course, session.lesson, session.seed, session.plan, session.actions
        )
    )
    return teacher._classrooms[session.id][1]


def read_first_pages(page: Page) -> int:
    """Perform every step of the first round; return how many there were."""
    button = page.locator("[data-enter]")
    expect(button).to_have_text("Begin the round")
    count = int(re.search(r"of (\d+)", page.locator(".words .muted").first.inner_text())[1])  # type: ignore[index]
    for step in range(1, count + 1):
        expect(page.locator(".words .muted").first).to_have_text(f"Step {step} of {count}")
        button.click()
    return count


def answer_everything(page: Page, room: PageRoom, name: str, game: str, first_wrong: bool) -> None:
    """Answer every question: options by key or click, figures by chips or typed."""
    is_wrong = first_wrong
    while not page.locator(".over").is_visible():
        expect(page.locator(".option:enabled, .figures .primary").first).to_be_visible()
        question = classroom(room, name, game).question
        assert question is not None
        answer: Any = right(question)
        if isinstance(answer, int):
            option = (answer + 1) % 2 if is_wrong else answer
            page.keyboard.press(str(option + 1))
        else:
            for number, text in enumerate(answer):
                page.locator(".figures input").nth(number).fill("123" if is_wrong else text)
            page.get_by_role("button", name="Check").click()
        expect(page.locator(".feedback")).to_contain_text("Not quite" if is_wrong else "Correct.")
        if GAMES[game].short:  # a game without a rulebook has few clauses
            expect(page.locator(".feedback .clauses")).to_be_visible()
        is_wrong = False
        page.keyboard.press("Enter")
        expect(page.locator(".feedback")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "size"), [("criss-cross", TABLET), ("three-card", PHONE)], ids=["tablet", "phone"]
)
def test_the_first_lesson_leads_to_a_certificate(
    game: str, size: tuple[int, int], visits: Visits, room: PageRoom
) -> None:
    name = f"Dee {game}"
    page = visits.page("/#/school", size, token=room.sign_in(name, AccountRole.DEALER))
    page.locator(f".courses a[href='#/school/{game}']").click()
    page.get_by_role("link", name="Start here").click()
    assert read_first_pages(page) < 25
    expect(page.locator(".option, .figures").first).to_be_visible()
    page.reload()  # it continues where it was
    answer_everything(page, room, name, game, first_wrong=True)
    expect(page.get_by_role("heading", name="Lesson complete")).to_be_visible()
    expect(page.locator(".over")).to_contain_text("What you missed")
    expect(page.locator(".over")).to_contain_text("(UTC)")
    page.get_by_role("button", name="Get a certificate").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Certificate as PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF-")
    assert not in_both(page, "the end of a lesson")


@pytest.mark.slow
def test_a_trainee_deals_moves_with_keys_and_taps(visits: Visits, room: PageRoom) -> None:
    page = visits.page(
        "/#/school/three-card/dealing", TABLET, token=room.sign_in("Kim", AccountRole.DEALER)
    )
    expect(page.locator(".moves")).to_be_visible()
    page.keyboard.press("p")  # too early
    expect(page.locator(".feedback")).to_contain_text("Not quite: open betting (O).")
    page.get_by_role("button", name="Open betting").click()
    expect(page.locator(".feedback")).to_contain_text("Correct.")
    expect(page.locator(".scene .stakes li").first).to_be_visible()
    expect(page.locator(".lesson-head")).to_contain_text("0 of 1 correct")
    page.keyboard.press("s")
    expect(page.get_by_role("heading", name="Settle a seat: which seat?")).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator(".feedback")).to_contain_text("Not quite: take bets, then close betting")
    assert not in_both(page, "moves")


def test_the_class_is_for_managers(visits: Visits, room: PageRoom) -> None:
    room.sign_in("Lee", AccountRole.DEALER)
    page = visits.page("/#/school", token=room.sign_in("Flo", AccountRole.FLOORPERSON))
    page.get_by_role("link", name="Class").click()
    expect(page.locator("table.class")).to_contain_text("Lee")
    assert not in_both(page, "class")
    visits.expect_errors("status of 403")
    other = visits.page("/#/school/class", token=room.sign_in("Lee"))
    expect(other.get_by_role("alert")).to_contain_text("has the role dealer")


def test_visitors_are_asked_to_sign_in(visits: Visits) -> None:
    page = visits.page("/#/school")
    page.get_by_role("button", name="Try it as a guest").click()
    expect(page.locator(".courses")).to_be_visible()
    assert not in_both(page, "games")


def test_a_lesson_by_the_rules_of_a_table(visits: Visits, room: PageRoom) -> None:
    """The table takes no bet below $25, and so does the round of the lesson."""
    table = room.create_table("dear", "three-card", {"table": {"minimum": 2500}})
    page = visits.page("/#/school/three-card", (320, 640), token=room.sign_in("Ned"))
    page.get_by_label("Rules").select_option(table)
    expect(page).to_have_url(re.compile(r"\?table=dear$"))
    page.get_by_role("link", name="Start here").click()
    page.locator("[data-enter]").click()
    page.locator("[data-enter]").click()
    expect(page.locator(".scene .stakes b").first).to_have_text(
        re.compile(r"^\$(25|50|75|[1-9]\d\d)$")
    )
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 320
    page.go_back()
    expect(page.get_by_label("Rules")).to_have_value(table)
    assert not in_both(page, "lessons by the rules of a table")
