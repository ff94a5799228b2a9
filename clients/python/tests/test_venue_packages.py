"""Polymarket's own package trades a market of Protocol V2 at the simulated venue."""

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
