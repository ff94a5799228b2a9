"""Signs orders with the official package polymarket-client, as vectors for the tests.

Usage: python scripts/vectors/polymarket_v2.py > src/bot/execution/polymarket/fixtures/signatures-v2.json
Needs polymarket-client 0.14.0. The key is publicly known and must never be funded; salt and time are held still.
"""

import json
import sys
from importlib.metadata import version

# The first development key of Hardhat and Anvil.
KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
SAFE = "0x1111111111111111111111111111111111111111"
DEPOSIT_WALLET = "0x2222222222222222222222222222222222222222"
API_KEY = {
    "key": "00000000-0000-4000-8000-000000000001",
    "secret": "cG9seW1hcmtldC10ZXN0LXNlY3JldC0zMi1ieXRlcyE=",
    "passphrase": "ab" * 32,
}
SALT = 479249096354
TIMESTAMP_MS = 1780000000123
# Recorded on 5 October 2026: both positions of a window, and a token of a v1 market.
UP, DOWN = (f"66357492701247683297569417896195791032805598742740206761946696399900062515{n}" for n in (2, 3))
TOKEN = "25070934348813416902477876984955073880416401960631253331845590271167412497744"


def sign_polymarket() -> dict:
    from eth_account import Account
    from eth_account.messages import encode_typed_data

    from polymarket._internal.actions.orders import orders as actions
    from polymarket._internal.actions.orders.allowance import resolve_order_balance_allowance_target
    from polymarket._internal.actions.orders.context import resolve_order_exchange_address
    from polymarket._internal.actions.orders.post import build_post_order_request
    from polymarket._internal.actions.orders.typed_data import build_order_signature, build_order_typed_data
    from polymarket._internal.hmac import build_hmac_signature
    from polymarket._internal.wallet import signature_type_for
    from polymarket.environments import PRODUCTION

    actions._generate_salt = lambda: SALT
    actions._current_timestamp_ms = lambda: TIMESTAMP_MS
    config = PRODUCTION._config
    account = Account.from_key(KEY)

    def order_case(name, *, token, side, maker_amount, taker_amount, order_type, wallet_type, wallet, neg_risk=False):
        exchange = resolve_order_exchange_address(config, asset_id=token, neg_risk=neg_risk)
        draft = actions.OrderDraft(
            chain_id=config.chain_id,
            exchange_address=exchange,
            expiration=0,
            funder_address=wallet,
            offered_amount=maker_amount,
            order_type=order_type,
            side=side,
            signer=account.address,
            requested_amount=taker_amount,
            asset_id=token,
        )
        unsigned = actions.create_unsigned_order(draft, wallet=wallet, wallet_type=wallet_type)
        typed = build_order_typed_data(unsigned)
        inner = account.sign_message(encode_typed_data(full_message=typed)).signature.hex()
        signature = build_order_signature(unsigned, "0x" + inner.removeprefix("0x"))
        signed = actions.create_signed_order(unsigned, signature)
        path, body = build_post_order_request(signed, owner_api_key=API_KEY["key"])
        plain = dict(typed)
        if signature_type_for(wallet_type) == 3:
            plain = {
                **typed,
                "types": {k: v for k, v in typed["types"].items() if k != "TypedDataSign"},
                "primaryType": "Order",
                "message": typed["message"]["contents"],
            }
        hashed = encode_typed_data(full_message=plain)
        from eth_utils.crypto import keccak

        order_hash = "0x" + keccak(b"\x19\x01" + hashed.header + hashed.body).hex()
        asset_type, asset_id = resolve_order_balance_allowance_target(side=side, asset_id=token)
        message = body["order"]
        text = json.dumps(body, separators=(",", ":"))
        return {
            "name": name,
            "kind": "order",
            "input": {"negRisk": neg_risk, "orderType": order_type},
            "domain": {k: str(v) if k != "chainId" else v for k, v in typed["domain"].items()},
            "message": {
                "salt": str(message["salt"]),
                "maker": str(message["maker"]),
                "signer": str(message["signer"]),
                "tokenId": message["tokenId"],
                "makerAmount": message["makerAmount"],
                "takerAmount": message["takerAmount"],
                "side": 0 if message["side"] == "BUY" else 1,
                "signatureType": message["signatureType"],
                "timestamp": message["timestamp"],
                "metadata": message["metadata"],
                "builder": message["builder"],
            },
            "orderHash": order_hash,
            "signature": str(signature),
            "balance": {"assetType": asset_type, "tokenId": asset_id},
            "path": path,
            "body": body,
            "hmac": build_hmac_signature(
                secret=API_KEY["secret"], timestamp=TIMESTAMP_MS // 1000, method="POST", path=path, body=text
            ),
            "hmacBody": text,
        }

    eoa = {"wallet_type": "EOA", "wallet": account.address}
    return {
        "venue": "polymarket",
        "produced_by": f"polymarket-client {version('polymarket-client')}",
        "script": "scripts/vectors/polymarket_v2.py",
        "privateKey": KEY,
        "address": account.address,
        "creds": API_KEY,
        "cases": [
            order_case("EOA buy of a position, FAK", token=UP, side="BUY", maker_amount=10_000_000,
                       taker_amount=17_241_300, order_type="FAK", **eoa),
            order_case("EOA sell of a position, FAK", token=DOWN, side="SELL", maker_amount=12_340_000,
                       taker_amount=5_059_400, order_type="FAK", **eoa),
            order_case("EOA buy of a position of a neg-risk market: the same contract", token=UP, side="BUY",
                       maker_amount=5_000_000, taker_amount=10_000_000, order_type="FOK", neg_risk=True, **eoa),
            order_case("Safe, buy of a position, GTC", token=UP, side="BUY", maker_amount=5_100_000,
                       taker_amount=20_000_000, order_type="GTC", wallet_type="GNOSIS_SAFE", wallet=SAFE),
            order_case("deposit wallet, buy of a position, wrapped", token=UP, side="BUY", maker_amount=16_500_000,
                       taker_amount=50_000_000, order_type="FAK", wallet_type="DEPOSIT_WALLET", wallet=DEPOSIT_WALLET),
            order_case("EOA buy of a v1 token, standard exchange", token=TOKEN, side="BUY", maker_amount=10_000_000,
                       taker_amount=17_241_300, order_type="FAK", **eoa),
            order_case("EOA sell of a v1 token, neg-risk exchange", token=TOKEN, side="SELL", maker_amount=12_340_000,
                       taker_amount=5_059_400, order_type="FAK", neg_risk=True, **eoa),
        ],
    }


if __name__ == "__main__":
    json.dump(sign_polymarket(), sys.stdout, indent=1)
    print()
