"""Places, finds and cancels orders at the simulator with hyperliquid-python-sdk; prints what came of it as JSON."""

import json
import sys

from eth_account import Account
from hyperliquid.exchange import Exchange
from hyperliquid.utils.types import Cloid

given = json.load(sys.stdin)
url, secret = given["url"], given["secret"]
account = secret["accountAddress"]
exchange = Exchange(Account.from_key(secret["agentPrivateKey"]), url, account_address=account, timeout=20)
sources = set()
exchange.session.hooks["response"].append(
    lambda response, *_, **__: sources.add(response.headers.get("x-signature-source"))
)
info = exchange.info
mid = float(info.all_mids()["BTC"])


def place(price, tif, cloid):
    return exchange.order("BTC", True, 0.001, round(price), {"limit": {"tif": tif}}, cloid=Cloid.from_int(cloid))


taken, resting = 2**127 + 1, 2**127 + 2
filled = place(mid * 1.02, "Ioc", taken)["response"]["data"]["statuses"][0]["filled"]
status = info.query_order_by_cloid(account, Cloid.from_int(taken))["order"]["status"]
fills = [fill for fill in info.user_fills(account) if fill["oid"] == filled["oid"]]
position = info.user_state(account)["assetPositions"][0]["position"]["szi"]
place(mid * 0.5, "Gtc", resting)
before = len(info.open_orders(account))
cancelled = exchange.cancel_by_cloid("BTC", Cloid.from_int(resting))["response"]["data"]["statuses"]
after = len(info.open_orders(account))
stranger = Exchange(Account.create(), url, timeout=20).order("BTC", True, 0.001, round(mid), {"limit": {"tif": "Ioc"}})
print(
    json.dumps(
        {
            "filled": filled["totalSz"],
            "status": status,
            "fills": len(fills) > 0,
            "position": position,
            "open": [before, after],
            "cancelled": cancelled,
            "stranger": stranger["status"],
            "sources": sorted(source for source in sources if source),
        }
    )
)
