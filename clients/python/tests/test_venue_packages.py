"""The venues' own packages trade at the simulated venues: a market of Protocol V2, and with an Ed25519 key."""

import dataclasses
import os
from decimal import Decimal

import pytest


def test_polymarket_client_lists_and_buys_a_position_of_protocol_v2() -> None:
    pytest.importorskip("polymarket", reason="polymarket-client is not installed: pip install -e 'clients/python[venues]'")
    if "POLYMARKET_POSITION" not in os.environ:
        pytest.skip("no simulated venue: npm run test:python starts one")
    from polymarket.clients.secure import SecureClient
    from polymarket.environments import PRODUCTION, _create_environment

    config = dataclasses.replace(
        PRODUCTION._config,
        gamma_url=os.environ["POLYMARKET_GAMMA"],
        clob_url=os.environ["POLYMARKET_CLOB"],
        data_url=os.environ["POLYMARKET_DATA"],
    )
    client = SecureClient.create(
        private_key=os.environ["POLYMARKET_KEY"],
        wallet=os.environ["POLYMARKET_FUNDER"],
        environment=_create_environment(name="simulator", config=config),
    )
    listed = client.list_markets(closed=False, version="v2", page_size=100).first_page().items
    assert len(listed) > 0
    placed = client.place_market_order(
        asset_id=os.environ["POLYMARKET_POSITION"], side="BUY", amount="20", max_price="0.99"
    )
    assert placed.ok and placed.status == "matched"
    assert placed.making_amount == Decimal(20)


def test_kalshi_python_sync_trades_with_an_ed25519_key() -> None:
    kalshi = pytest.importorskip(
        "kalshi_python_sync", reason="kalshi-python-sync is not installed: it needs Python 3.13"
    )
    if "KALSHI_TICKER" not in os.environ:
        pytest.skip("no simulated venue: npm run test:python starts one")
    configuration = kalshi.Configuration(host=os.environ["KALSHI_URL"])
    configuration.api_key_id = os.environ["KALSHI_KEY_ID"]
    configuration.private_key_pem = os.environ["KALSHI_KEY_PEM"]
    client = kalshi.KalshiClient(configuration)
    assert client.get_balance().balance == 100_000
    placed = client.create_order_v2(
        ticker=os.environ["KALSHI_TICKER"],
        client_order_id="8c35d1c2-0000-4000-8000-000000000001",
        side="bid",
        count="1.50",
        price="0.9900",
        time_in_force="immediate_or_cancel",
        self_trade_prevention_type="taker_at_cross",
    )
    assert Decimal(placed.fill_count) == Decimal("1.50")
    assert client.get_balance().balance < 100_000
    positions = client.get_positions().market_positions
    assert [Decimal(one.position_fp) for one in positions] == [Decimal("1.50")]
    [fill] = client.get_fills(order_id=placed.order_id).fills
    assert fill.is_taker and Decimal(fill.count_fp) == Decimal("1.50")
    [order] = [one for one in client.get_orders().orders if one.order_id == placed.order_id]
    assert order.status == "executed" and order.client_order_id == "8c35d1c2-0000-4000-8000-000000000001"
