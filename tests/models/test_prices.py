"""Dollars for tokens."""

import pytest

from nesyfs_lab.models.contract import Completion, ModelError
from nesyfs_lab.models.prices import checked_prices, cost

PRICES = {"prompt": 2.0, "cached": 0.5, "output": 8.0}


def test_each_kind_of_token_has_its_price():
    assert cost([Completion("x", None, 1000, 400, 50)], PRICES) == pytest.approx((600 * 2 + 400 * 0.5 + 50 * 8) / 1e6)


def test_cached_tokens_cost_what_others_do_where_no_price_is_given():
    assert cost([Completion("x", None, 1000, 400, 0)], {"prompt": 2.0, "output": 8.0}) == pytest.approx(2000 / 1e6)


def test_samples_of_one_call_pay_their_prompt_once():
    drawn = [Completion("x", None, 1000, cached, 10) for cached in (400, 1000, 1000)]
    assert cost(drawn, PRICES) == pytest.approx((600 * 2 + 400 * 0.5 + 30 * 8) / 1e6)
    assert cost([], PRICES) == 0


@pytest.mark.parametrize("prices", [None, 3, {}, {"prompt": 1}, {**PRICES, "input": 1}, {**PRICES, "cached": "1"}])
def test_what_is_no_price_is_refused(prices):
    with pytest.raises(ModelError):
        checked_prices(prices)
