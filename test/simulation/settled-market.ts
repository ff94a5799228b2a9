import assert from 'node:assert/strict';
import type { SimulatorUrls } from '../../simulator/index.ts';
import {
  buildKalshiAsset,
  buildLimitlessAsset,
  buildPolymarketAsset,
  epochMs,
  type MarketFacts,
  NO_NAMES,
  NO_TERMS,
  type Resolution,
  type ResolutionAnswer,
  type Settling,
  type StatedAfterwards,
} from '../../src/domain/index.ts';
import * as kalshi from '../../src/venues/kalshi/normalise.ts';
import { readSettling as readKalshi } from '../../src/venues/kalshi/settling.ts';
import { readStated as readKalshiStated } from '../../src/venues/kalshi/stated.ts';
import { marketAnswer } from '../../src/venues/kalshi/wire.ts';
import { MarketDescription } from '../../src/venues/limitless/description.ts';
import * as limitless from '../../src/venues/limitless/normalise.ts';
import { readSettling as readLimitless } from '../../src/venues/limitless/settling.ts';
import { readStated as readLimitlessStated } from '../../src/venues/limitless/stated.ts';
import { marketRow } from '../../src/venues/limitless/wire.ts';
import * as polymarket from '../../src/venues/polymarket/normalise.ts';
import { readSettling as readPolymarket } from '../../src/venues/polymarket/settling.ts';
import { readStated as readPolymarketStated } from '../../src/venues/polymarket/stated.ts';
import { gammaMarket } from '../../src/venues/polymarket/wire.ts';
import { withStated } from '../../src/venues/settling/stated.ts';

/** A market by the name that its venue has for it. */
export interface NamedMarket {
  readonly venue: 'polymarket' | 'kalshi' | 'limitless';
  readonly name: string;
}

export interface SettledMarket {
  readonly facts: MarketFacts;
  readonly rules: string | null;
  /** null: the venue has not settled it yet. */
  readonly answer: ResolutionAnswer | null;
}

/** Reads a market of the simulator as the adapter of its venue does, without the adapter's budget of calls. */
export async function readSettledMarket(
  urls: Pick<SimulatorUrls, 'polymarketGamma' | 'kalshi' | 'limitless'>,
  { venue, name }: NamedMarket,
): Promise<SettledMarket> {
  switch (venue) {
    case 'polymarket': {
      const rows = await readJson(`${urls.polymarketGamma}/markets?closed=true&slug=${name}`);
      const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
      assert.ok(gammaMarket.accepts(row), name);
      const identity = polymarket.identify(row);
      const resolution = identity === null ? null : polymarket.normaliseResolution(row, identity);
      const stated = readPolymarketStated(row.events?.[0] ?? null);
      return settle(buildPolymarketAsset(name), readPolymarket(row), row.description, resolution, stated);
    }
    case 'kalshi': {
      const answer = await readJson(`${urls.kalshi}/markets/${name}`);
      assert.ok(marketAnswer.accepts(answer), name);
      const { market } = answer;
      const resolution = kalshi.normaliseResolution(market, false);
      const ref = buildKalshiAsset(name);
      return settle(
        ref,
        readKalshi(market, null),
        market.rules_primary,
        resolution,
        readKalshiStated(market),
      );
    }
    case 'limitless': {
      const row = await readJson(`${urls.limitless}/markets/${name}`);
      assert.ok(marketRow.accepts(row), name);
      const settling = readLimitless(row, new MarketDescription(row.description ?? ''));
      const resolution = limitless.normaliseResolution(row, null);
      const stated = readLimitlessStated(row);
      return settle(buildLimitlessAsset(name), settling, row.description, resolution, stated);
    }
  }
}

function settle(
  ref: ReturnType<typeof buildKalshiAsset>,
  settling: Settling | null,
  rules: string | null | undefined,
  resolution: Resolution | null,
  stated: StatedAfterwards | null,
): SettledMarket {
  const closeAt = settling?.terms.closeAt ?? null;
  const facts: MarketFacts = {
    ...ref,
    title: ref.storeKey,
    eventKey: null,
    event: null,
    category: null,
    outcomes: ['Up', 'Down'],
    ...NO_NAMES,
    terms: NO_TERMS,
    settling: settling?.terms ?? null,
    statedBy: settling?.statedBy ?? null,
    closesAt: null,
    endsAt: closeAt === null ? null : epochMs(closeAt),
    nativeIds: {},
    url: null,
  };
  return { facts, rules: rules ?? null, answer: withStated(resolution, stated) };
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return response.json();
}
