"""Places, finds and cancels orders at the simulator with py-clob-client-v2; prints what came of it as JSON."""

import json
import sys

from py_clob_client_v2 import (
    ApiCreds,
    AssetType,
    BalanceAllowanceParams,
    ClobClient,
    MarketOrderArgs,
    OpenOrderParams,
    OrderArgs,
    OrderPayload,
    OrderType,
    Side,
)

given = json.load(sys.stdin)
secret, token = given["secret"], given["token"]
client = ClobClient(given["url"], 137, key=secret["privateKey"], signature_type=0, funder=secret["funder"])
# The secret as the bot stores it, and as the venue derives it from the wallet.
stored = ApiCreds(secret["apiKey"], secret["apiSecret"], secret["apiPassphrase"])
derived = client.derive_api_key()
client.set_api_creds(stored)


def balance():
    params = BalanceAllowanceParams(asset_type=AssetType.COLLATERAL, signature_type=0)
    return client.get_balance_allowance(params)["balance"]


before = balance()
bought = client.create_and_post_market_order(
    MarketOrderArgs(token, 20, Side.BUY, price=given["cap"]), order_type=OrderType.FAK
)
found = client.get_order(bought["orderID"])
trades = [trade for trade in client.get_trades() if trade["taker_order_id"] == bought["orderID"]]
resting = client.create_and_post_order(OrderArgs(token, given["low"], 20, Side.BUY), order_type=OrderType.GTC)
open_before = len(client.get_open_orders(OpenOrderParams()))
cancelled = client.cancel_order(OrderPayload(resting["orderID"]))["canceled"]
print(
    json.dumps(
        {
            "sameSecret": derived == stored,
            "status": bought["status"],
            "matched": found["size_matched"],
            "trades": len(trades) > 0,
            "spent": int(before) > int(balance()),
            "resting": resting["status"],
            "cancelled": cancelled == [resting["orderID"]],
            "open": [open_before, len(client.get_open_orders(OpenOrderParams()))],
        }
    )
)
