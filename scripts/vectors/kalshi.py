"""Signs requests as Kalshi's own Python package does, with an Ed25519 key that is publicly known.

    pip install kalshi-python-sync==3.34.0
    python scripts/vectors/kalshi.py > src/bot/execution/kalshi/fixtures/signatures-ed25519.json
"""

import json
from importlib.metadata import version
from unittest.mock import patch

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from kalshi_python_sync.auth import KalshiAuth

# The first test key of RFC 8032, section 7.1.
SECRET = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
KEY_ID = "a952bcbe-0000-4000-8000-11dae589608c"
HOST = "https://external-api.kalshi.com"
REQUESTS = [
    ("stream handshake", "GET", "/trade-api/ws/v2", 1780000000000),
    ("balance", "GET", "/trade-api/v2/portfolio/balance", 1780000000001),
    ("orders of a market: the query is not signed", "GET", "/trade-api/v2/portfolio/orders?ticker=A&limit=200", 1780000000002),
    ("place an order: the body is not signed", "POST", "/trade-api/v2/portfolio/events/orders", 1780000000003),
    ("cancel", "DELETE", "/trade-api/v2/portfolio/events/orders/o-1?market_ticker=A", 1780000000004),
]


def make_vectors() -> dict:
    key = Ed25519PrivateKey.from_private_bytes(SECRET)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    ).decode()
    auth = KalshiAuth(KEY_ID, pem)
    cases = []
    for name, method, path, timestamp in REQUESTS:
        with patch("time.time", return_value=timestamp / 1000):
            headers = auth.create_auth_headers(method, HOST + path)
        cases.append(
            {
                "name": name,
                "input": {"method": method, "pathWithQuery": path, "timestamp": timestamp},
                "message": f"{timestamp}{method}{path.split('?')[0]}",
                "headers": headers,
            }
        )
    return {
        "venue": "kalshi",
        "produced_by": f"kalshi-python-sync {version('kalshi-python-sync')} (auth.py), the clock held still",
        "key_note": "the first test key of RFC 8032, section 7.1: publicly known, never use it",
        "keyId": KEY_ID,
        "privateKeyPem": pem,
        "publicKeyPem": public,
        "cases": cases,
    }


if __name__ == "__main__":
    print(json.dumps(make_vectors(), indent=2))
