import type { Listing } from '../world/listing.ts';
import { longDate, utcHour } from '../world/names.ts';
import { toDecimal } from '../world/references/reference-prices.ts';
import { type SettledWindow, TOLERANCE_SECONDS } from '../world/references/settled-window.ts';

/** The venue has the report of a moment so much later. */
const REPORT_MS = 2_000;

/** Rules of a window between two reports of one stream. */
export function windowRules({ event }: Listing, { coin }: SettledWindow): string {
  const name = `Chainlink ${coin.toUpperCase()}/USD 60-second TWAP`;
  const stream = `<a href="${streamUrl(coin)}" target="_blank" rel="noopener noreferrer">${name}</a>`;
  const moment = (t: number) => `${longDate(t)}, at ${utcHour(t)}`;
  return [
    `This market will resolve to "Up" if the ${stream} on ${moment(event.closeAt)} is greater than or equal to the Price to Beat captured from the same TWAP on ${moment(event.openAt)}. Otherwise, this market will resolve to "Down".`,
    `The ${stream} is used for both the Price to Beat and resolution. Other exchanges, spot markets, and oracles will not be used.`,
    `The report at the exact resolution time is used first. If it is unavailable, the first Chainlink observation within the following ${TOLERANCE_SECONDS} seconds will be used. If no report exists in that window, the market will not resolve automatically.`,
  ]
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('<p><br></p>');
}

/** Members of a window's prices: the opening one from its start, both after the result. */
export function windowMembers(window: SettledWindow, t: number, isResolved: boolean): object {
  const { coin, openAt, closeAt, strike, value, openTakenAt, closeTakenAt, isUp } = window;
  const isOpenKnown = t >= openTakenAt + REPORT_MS;
  return {
    openPrice: isOpenKnown ? toDecimal(strike) : '---',
    ...(isOpenKnown ? { openPriceCapturedAt: iso(openAt), openPriceSelectedAt: iso(openTakenAt) } : {}),
    chainlinkDataStream: {
      pair: `${coin.toUpperCase()}/USD`,
      enabled: true,
      streamUrl: streamUrl(coin),
      streamType: 'twap',
      feedAddress: null,
      priceDecimals: 18,
      toleranceSeconds: TOLERANCE_SECONDS,
      twapWindowSeconds: 60,
    },
    ...(isResolved
      ? {
          resolvePrice: Number(toDecimal(value)),
          chainlinkTwapResolution: {
            open: report(strike, openAt, openTakenAt),
            close: report(value, closeAt, closeTakenAt),
            outcome: isUp ? 'UP' : 'DOWN',
            winningIndex: isUp ? 0 : 1,
          },
        }
      : {}),
  };
}

function report(value: bigint, targetAt: number, selectedAt: number) {
  return {
    raw: String(value),
    targetAt: iso(targetAt),
    selectedAt: iso(selectedAt),
    offsetSeconds: (selectedAt - targetAt) / 1_000,
  };
}

function streamUrl(coin: string): string {
  return `https://data.chain.link/streams/${coin}-usd-twap-60s-streams`;
}

function iso(t: number): string {
  return new Date(t).toISOString();
}
