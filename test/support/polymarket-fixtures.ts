import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type GammaMarket, gammaMarket } from '../../src/venues/polymarket/wire.ts';

const FIXTURES = path.join(import.meta.dirname, '..', '..', 'src', 'venues', 'polymarket', 'fixtures');

/** Reads a body of the venue's fixtures. */
export function fixture(name: string): unknown {
  return JSON.parse(readFileSync(path.join(FIXTURES, name), 'utf8'));
}

export function marketFixture(name: string): GammaMarket {
  return readMarket(fixture(name));
}

export function marketFixtures(name: string): GammaMarket[] {
  return (fixture(name) as unknown[]).map(readMarket);
}

function readMarket(value: unknown): GammaMarket {
  if (!gammaMarket.accepts(value)) throw new TypeError(`fixture:${gammaMarket.findProblem(value)}`);
  return value;
}

/** Builds an open two-sided market as the documentation describes one, with members changed at will. */
export function describedMarket(changes: Partial<GammaMarket> = {}): GammaMarket {
  return {
    id: '2774056',
    question: 'Will X happen by August 31?',
    conditionId: `0x${'6'.repeat(64)}`,
    slug: 'will-x-happen-by-august-31',
    endDate: '2026-12-31T00:00:00Z',
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0.045", "0.955"]',
    clobTokenIds: `["1${'0'.repeat(76)}7", "2${'0'.repeat(76)}9"]`,
    volume: '9120331.5',
    volume24hr: 51_233.4,
    bestBid: 0.04,
    bestAsk: 0.05,
    lastTradePrice: 0.05,
    orderPriceMinTickSize: 0.001,
    active: true,
    closed: false,
    acceptingOrders: true,
    ...changes,
  };
}
