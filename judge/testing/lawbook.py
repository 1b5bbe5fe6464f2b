"""All laws that a rule system keeps, those about what is drawn of its games among them."""

from __future__ import annotations

from judge.testing import comment_laws, computer_laws, laws
from judge.testing.laws import Law
from judge.testing.picture_laws import every_phase_can_be_drawn

LAWS: tuple[Law, ...] = (
    laws.states_survive_json,
    laws.adjudication_is_repeatable,
    laws.order_of_keys_and_seats_never_matters,
    laws.noise_never_raises,
    laws.what_is_read_is_an_attempt,
    laws.long_lines_hold_nobody_up,
    laws.bad_lines_never_lose_good_ones,
    laws.whoever_sent_nothing_holds_nobody_up,
    laws.sheets_survive_showing,
    laws.the_sheet_to_answer_with_is_good,
    laws.phases_and_parts_are_named,
    laws.postings_are_the_change_of_accounts,
    laws.events_name_their_audience,
    laws.views_are_told_to_programs,
    laws.secret_acts_go_unnoticed,
    laws.secret_orders_go_unnoticed,
    comment_laws.comments_are_short_and_of_what_was_told,
    laws.what_is_drawn_in_secret_is_said,
    computer_laws.computer_players_write_good_sheets,
    computer_laws.computer_players_are_functions,
    computer_laws.computer_players_know_no_secrets,
    every_phase_can_be_drawn,
)
