"""The service that ``npm run test:python`` started, where there is one."""

import os

import pytest

from crosstape import Crosstape


@pytest.fixture()
def client() -> Crosstape:
    url = os.environ.get("CROSSTAPE_URL")
    if url is None:
        pytest.skip("no service: npm run test:python starts one")
    return Crosstape(url, bot_url=os.environ.get("CROSSTAPE_BOT_URL"))
