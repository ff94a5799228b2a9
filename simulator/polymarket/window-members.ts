import type { Listing } from '../world/listing.ts';
import { toDecimal } from '../world/references/reference-prices.ts';

const MINUTE_MS = 60_000;

const iso = (t: number) => new Date(t).toISOString().replace('.000Z', 'Z');

/** What a market says of the prices that it settles by; nothing for one that is no window. */
export function marketWindow({ event, leg }: Listing): object {
  const window = leg.window?.('polymarket');
  if (window === undefined) return {};
  const duration = event.series.startsWith('15m') ? '15m' : '1h';
  const id = `${window.coin}-${duration}-twap-60`;
  return {
    resolutionSource: `https://data.chain.link/streams/${window.coin}-usd-twap-60s-streams`,
    eventStartTime: iso(event.openAt),
    feeType: 'crypto_fees_v2',
    cryptoMarketConfigId: id,
    cryptoMarketConfig: { id, asset: window.coin, duration, twapEnabled: true, twapLookbackSeconds: 60 },
  };
}

/** What its event says afterwards: the price to beat a minute after the start, the final one with the result. */
export function eventWindow({ event, leg }: Listing, t: number): object {
  const window = t < event.openAt + MINUTE_MS ? undefined : leg.window?.('polymarket');
  if (window === undefined) return {};
  const isSettled = t >= event.settleAt;
  return {
    startTime: iso(event.openAt),
    eventMetadata: {
      priceToBeat: Number(toDecimal(window.strike)),
      ...(isSettled ? { finalPrice: Number(toDecimal(window.value)) } : {}),
    },
  };
}
