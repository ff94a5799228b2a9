"""Signs orders of a market with a collateral fee as Limitless's own Python package does, with a key that is publicly known.

    pip install limitless-sdk==1.3.0
    python scripts/vectors/limitless.py > src/bot/execution/limitless/fixtures/signatures-collateral.json
"""

import asyncio
import json
from importlib.metadata import version

from eth_account import Account
from eth_account.messages import encode_typed_data
from eth_utils.crypto import keccak
from limitless_sdk.orders.builder import apply_venue_fee_rate
from limitless_sdk.orders.signer import OrderSigner
from limitless_sdk.types.markets import Venue
from limitless_sdk.types.orders import OrderSigningConfig, UnsignedOrder

# The first key of the development mnemonic "test test ... junk".
PRIVATE_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
EXCHANGE = "0x05c748E2f4DcDe0ec9Fa8DDc40DE6b867f923fa5"
FEE_MODULE = "0x5555555555555555555555555555555555555555"
TOKEN = "92560000000000000000000000000000000000000000000000000000000000000000000009694"
ORDERS = [("buy 10 at 0.65", 0, 6_500_000, 10_000_000), ("sell 3.25 at 0.403", 1, 3_250_000, 1_309_750)]
COLLATERAL = Venue(exchange=EXCHANGE, adapter=None, feeModule=FEE_MODULE, feeModuleType="COLLATERAL")
LEGACY = Venue(exchange=EXCHANGE, adapter=None)


def make_vectors() -> dict:
    account = Account.from_key(PRIVATE_KEY)
    signer = OrderSigner(account)
    config = OrderSigningConfig(chain_id=8453, contract_address=EXCHANGE)
    cases = []
    for name, side, maker_amount, taker_amount in ORDERS:
        for kind, venue in (("collateral fee", COLLATERAL), ("older exchange", LEGACY)):
            unsigned = UnsignedOrder(
                salt=1780000086523000,
                maker=account.address,
                signer=account.address,
                taker="0x" + "0" * 40,
                tokenId=TOKEN,
                makerAmount=maker_amount,
                takerAmount=taker_amount,
                expiration=0,
                nonce=0,
                feeRateBps=300,
                side=side,
                signatureType=0,
            )
            order = apply_venue_fee_rate(unsigned, venue)
            typed = signer._build_typed_data(order, config)
            message = encode_typed_data(full_message=typed)
            cases.append(
                {
                    "name": f"{name}, {kind}",
                    "venue": venue.model_dump(by_alias=True, exclude_none=True),
                    "message": {**typed["message"], "tokenId": TOKEN, "expiration": "0"},
                    "orderHash": "0x" + _hash(message),
                    "signature": asyncio.run(signer.sign_order(order, config)),
                }
            )
    return {
        "venue": "limitless",
        "produced_by": f"limitless-sdk {version('limitless-sdk')} (orders/builder.py, orders/signer.py)",
        "key_note": "publicly known development key, never fund it; the fee module is invented, the exchange is the venue's",
        "privateKey": PRIVATE_KEY,
        "profileFeeRateBps": 300,
        "chainId": 8453,
        "exchange": EXCHANGE,
        "cases": cases,
    }


def _hash(message) -> str:
    return keccak(b"\x19" + message.version + message.header + message.body).hex()


if __name__ == "__main__":
    print(json.dumps(make_vectors(), indent=2))
