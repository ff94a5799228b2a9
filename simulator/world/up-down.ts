import { MINUTE_MS } from '../../src/domain/index.ts';
import type { Leg } from './event.ts';
import type { Series, Underlying } from './event-series.ts';
import { aboveProbability } from './noise.ts';
import type { Publication } from './references/publication.ts';
import { toDecimal } from './references/reference-prices.ts';
import { settleWindow } from './references/settled-window.ts';

const SECOND_MS = 1_000;

/** Windows of one width, one after the other: whether the price at the end is at least the price at the start. */
export function upDown(
  name: string,
  widthMs: number,
  { ticker, name: long, priceAt }: Underlying,
  publication: Publication,
): Series {
  const coin = ticker.toLowerCase();
  const averageAt = (t: number) =>
    Number(toDecimal(publication.prices.valueAt('twap60', coin, Math.floor(t / SECOND_MS) * SECOND_MS)));
  return {
    name: `${name}-${ticker}`,
    kind: 'updown',
    periodMs: widthMs,
    phaseMs: 0,
    lifetimeMs: widthMs,
    settleDelayMs: 45_000,
    build: (_n, openAt, closeAt) => {
      const strike = averageAt(openAt);
      const leg: Leg = {
        index: 0,
        label: '',
        strike,
        probability: (t) => aboveProbability(averageAt(t), strike, closeAt - t),
        isTrue: (venue) => settleWindow(publication, venue, coin, openAt, closeAt).isUp,
        window: (venue) => settleWindow(publication, venue, coin, openAt, closeAt),
      };
      const kalshiSeries = widthMs === 15 * MINUTE_MS ? `KX${ticker}15M` : `KX${ticker}H`;
      return {
        subject: { name: long, ticker, category: 'Crypto', source: 'Chainlink', kalshiSeries, priceAt },
        legs: [leg],
      };
    },
  };
}
