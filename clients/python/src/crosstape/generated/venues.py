"""Which venue an asset belongs to."""

# Made from the OpenAPI document by client/generate.ts; changes by hand are lost.

VENUE_BY_PREFIX: dict[str, str] = {
    "limitless-": "limitless",
    "hl-pred-": "hyperliquid",
    "kalshi-": "kalshi",
    "hl-": "hyperliquid",
    "pm-": "polymarket",
}
"""How asset ids begin, longest first, and the venue of each."""
