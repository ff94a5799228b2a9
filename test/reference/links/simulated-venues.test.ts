import assert from 'node:assert/strict';
import test from 'node:test';
import { type Simulator, startSimulator } from '../../../simulator/index.ts';
import { type BinaryState, epochMs } from '../../../src/domain/index.ts';
import { LinkIndex } from '../../../src/links/link-index.ts';
import type { AdapterOptions } from '../../../src/venues/adapter-options.ts';
import { createHyperliquidAdapter } from '../../../src/venues/hyperliquid/adapter.ts';
import { createKalshiAdapter } from '../../../src/venues/kalshi/adapter.ts';
import { createLimitlessAdapter } from '../../../src/venues/limitless/adapter.ts';
import { createPolymarketAdapter } from '../../../src/venues/polymarket/adapter.ts';
import type { VenueAdapter } from '../../../src/venues/venue-adapter.ts';

/** One pair as the simulator's truth names it: `venue name`. */
interface TruePair {
  readonly a: string;
  readonly b: string;
  readonly relation: string;
}

const MAX_MISSES_SHOWN = 20;

/** Noon in New York in winter, a Saturday. The same clock and seed give the same world. */
const now = epochMs(Date.parse('2026-11-21T14:20:00Z'));

test('links over the simulated venues, read by the real adapters, agree with the truth of the world', async (t) => {
  const simulator = await startSimulator({ port: 0, seed: 1, markets: 300, clock: () => now });
  const adapters = createAdapters(simulator);
  try {
    const markets = await pollBinaries(adapters);
    const truth = await fetchTruth(simulator);
    const index = new LinkIndex({ curatedPath: null });
    await index.update(markets);

    const names = new Map(markets.map((market) => [toName(market), market.ref.asset]));
    const relations = new Map<string, string>();
    for (const { a, b, relation } of truth) {
      const [one, two] = [names.get(a.toLowerCase()), names.get(b.toLowerCase())];
      if (one === undefined || two === undefined) continue;
      relations.set(`${one} ${two}`, relation);
    }
    const claimed = index
      .listLinks()
      .filter(
        ({ relation, source }) => source === 'matched' && (relation === 'same' || relation === 'opposite'),
      )
      .filter(({ a, b }) => getVenue(a) !== getVenue(b));
    const wrong = claimed
      .filter(({ a, b, relation }) => (relations.get(`${a} ${b}`) ?? relations.get(`${b} ${a}`)) !== relation)
      .map(({ a, b, relation }) => `${a} ${relation} ${b}`);

    const truths = [...relations].filter(([pair, relation]) => isFirm(relation) && hasOneResolution(pair));
    const found = truths.filter(([pair, relation]) => {
      const [a = '', b = ''] = pair.split(' ');
      return index.findLinkBetween(a, b)?.relation === relation;
    });
    t.diagnostic(
      `simulated: ${truths.length} true pairs, ${claimed.length} claimed, ${wrong.length} wrong, ` +
        `recall ${(found.length / truths.length).toFixed(3)}`,
    );
    for (const [pair, relation] of truths
      .filter((truth) => !found.includes(truth))
      .slice(0, MAX_MISSES_SHOWN))
      t.diagnostic(`missed: ${pair} ${relation}`);
    assert.deepEqual(wrong, []);
    assert.ok(truths.length >= 50, `${truths.length} true pairs`);
    assert.ok(found.length / truths.length >= 0.8, `recall ${found.length / truths.length}`);
  } finally {
    await Promise.all(adapters.map((adapter) => adapter.close()));
    await simulator.close();
  }
});

/**
 * The world counts every listing of an event as the same. By their wording, four kinds are not, and are
 * rightly kept apart: prices read from Hyperliquid's own mark, up or down markets, whose price to beat each
 * venue takes for itself, a last day that one venue includes (`by`) and another does not (`before`), and games on
 * Hyperliquid, which names no competition: the same two play in two of them on one day.
 */
function hasOneResolution(pair: string): boolean {
  return !/updown|up-or-down|15m-|hl-pred-recurring|hl-pred-\w+-vs-|kalshi-kxby/.test(pair);
}

function isFirm(relation: string): boolean {
  return relation === 'same' || relation === 'opposite';
}

function createAdapters({ urls }: Simulator): VenueAdapter[] {
  const options: AdapterOptions = {
    maxMarkets: 2_000,
    pollMs: 30_000,
    streams: false,
    userAgent: 'crosstape-test',
    clock: () => now,
    random: () => 0.5,
  };
  return [
    createHyperliquidAdapter({ ...options, url: urls.hyperliquid, wsUrl: urls.hyperliquidWs }),
    createPolymarketAdapter({
      ...options,
      gammaUrl: urls.polymarketGamma,
      clobUrl: urls.polymarketClob,
      dataUrl: urls.polymarketData,
      wsUrl: urls.polymarketWs,
    }),
    createKalshiAdapter({ ...options, url: urls.kalshi }),
    createLimitlessAdapter({ ...options, url: urls.limitless, wsUrl: urls.limitlessWs }),
  ];
}

async function pollBinaries(adapters: readonly VenueAdapter[]): Promise<BinaryState[]> {
  const polls = await Promise.all(adapters.map((adapter) => adapter.poll(AbortSignal.timeout(30_000))));
  return polls.flatMap(({ markets }) => markets).filter((market) => market.kind === 'binary');
}

async function fetchTruth({ urls }: Simulator): Promise<readonly TruePair[]> {
  const answer = await fetch(new URL('/simulator/world', urls.kalshi));
  const { pairs } = (await answer.json()) as { pairs: readonly TruePair[] };
  return pairs;
}

/** Hyperliquid's outcomes are named by the coin of their Yes side. */
function toName({ ref }: BinaryState): string {
  if (ref.venue !== 'hyperliquid') return `${ref.venue} ${ref.storeKey}`;
  return `hyperliquid #${Number(/(\d+)$/.exec(ref.storeKey)?.[1]) * 10}`;
}

function getVenue(asset: string): string {
  return asset.split('-')[0] ?? asset;
}
