import { wallClock } from '../../src/domain/index.ts';
import { identify, normaliseMarket, type PolledMarket } from '../../src/venues/polymarket/normalise.ts';

/** Builds the id of a market's token, as long as the venue's own. */
export function tokenOf(kind: 'yes' | 'no', market: number): string {
  return `${kind === 'yes' ? 7 : 8}${String(market).padStart(76, '0')}`;
}

/** Lists made-up markets of Polymarket as a poll gives them, numbered from 0. */
export function listPolledMarkets(count: number): PolledMarket[] {
  const now = wallClock();
  return Array.from({ length: count }, (_, n) => {
    const row = {
      id: String(n),
      slug: `m-${n}`,
      conditionId: `0x${n}`,
      question: 'A question?',
      outcomes: '["Yes", "No"]',
      outcomePrices: '["0.45", "0.55"]',
      clobTokenIds: JSON.stringify([tokenOf('yes', n), tokenOf('no', n)]),
      endDate: '2030-01-01T00:00:00Z',
      volume24hr: 1,
      active: true,
      closed: false,
      acceptingOrders: true,
    };
    const identity = identify(row);
    if (identity === null) throw new TypeError('no market');
    return normaliseMarket(row, identity, now);
  });
}
