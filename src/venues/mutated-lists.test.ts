/**
 * Applies random mutations to recorded lists. Rows and members are dropped, renamed, reordered, repeated or truncated.
 * Values become null, another type or a value outside their domain. Of two lists that are paired by position, only one
 * is mutated. As long as a second source is not mutated, every recorded price must be that of the original list, or the
 * row must be missing.
 *
 * Some mutations look like a real change and are allowed below:
 * - A member is missing that the venue also omits when it has no value, such as the last price or one side of the
 *   quote. The price then follows from the rest of the row and differs from the right one by at most a spread.
 * - Contexts of perpetuals are exchanged between coins whose prices differ by at most a quarter.
 * - A row has a name that no market had before, which means a new listing.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { rounds } from '../../test/support/long-tests.ts';
import { seededRandom } from '../../test/support/random.ts';
import { type EpochMs, epochMs, type MarketState, type VenueId } from '../domain/index.ts';
import { PriceGuard } from '../feed/local/price-guard.ts';
import { buildSnapshot } from '../feed/snapshot.ts';
import { Intake } from '../upstream/intake.ts';
import { normalisePerps } from './hyperliquid/normalise-perps.ts';
import { findMispaired } from './hyperliquid/pairs.ts';
import { type PerpContext, type PerpMeta, perpContext, perpMeta } from './hyperliquid/wire.ts';
import { isAsset, normaliseMarket as normaliseKalshi } from './kalshi/normalise.ts';
import { marketRow as kalshiRow } from './kalshi/wire.ts';
import { normaliseMarket as normaliseLimitless } from './limitless/normalise.ts';
import { bookMarketRow, type LimitlessMarket } from './limitless/wire.ts';
import { identify, normaliseMarket as normalisePolymarket } from './polymarket/normalise.ts';
import { gammaMarket } from './polymarket/wire.ts';

const folder = path.join(import.meta.dirname, '../../../shared/recordings');
const skip = existsSync(folder) ? false : 'the recordings are not beside the project';
const RUNS = rounds(20, 200);
/** A time before the markets of the recorded lists ended. */
const NOW = epochMs(Date.UTC(2024, 0, 1));
/** Tolerance of the price of a row that lacks one member. */
const SPREAD = 0.02;
/** Relative tolerance within which two prices of perpetuals count as the same coin's. */
const SAME_COIN = 0.25;

type Row = Record<string, unknown>;

/** A recorded list of one venue, and a function from its rows to markets. */
interface List {
  readonly venue: VenueId;
  readonly file: string;
  readonly rows: (body: never) => Row[];
  readonly read: (rows: readonly unknown[], intake: Intake) => MarketState[];
}

const LISTS: readonly List[] = [
  ...['polymarket/gamma-markets-1.json', 'polymarket/gamma-markets-5-2024.json'].map(
    (file): List => ({
      venue: 'polymarket',
      file,
      rows: (body: Row[] | { markets: Row[] }) => (Array.isArray(body) ? body : body.markets),
      read: (rows, intake) =>
        intake.readRows(rows, gammaMarket).flatMap((market) => {
          const identity = identify(market);
          return identity === null ? [] : [normalisePolymarket(market, identity, NOW).state];
        }),
    }),
  ),
  ...['kalshi/markets-3-games.json'].map(
    (file): List => ({
      venue: 'kalshi',
      file,
      rows: ({ markets }: { markets: Row[] }) => markets,
      read: (rows, intake) =>
        intake
          .readRows(rows, kalshiRow)
          .filter(isAsset)
          .map((market) => normaliseKalshi(market, null)),
    }),
  ),
  {
    venue: 'limitless',
    file: 'limitless/markets-active-1.json',
    rows: (data: Row[]) =>
      data.flatMap((row) => (Array.isArray(row.markets) ? (row.markets as Row[]) : [row])),
    read: (rows, intake) =>
      intake
        .readRows(rows, bookMarketRow)
        .map((market) =>
          normaliseLimitless(market as LimitlessMarket, { group: null, streamed: null, now: NOW }),
        ),
  },
];

const WRONG: readonly unknown[] = [null, true, {}, [], '', 'text', -1, 7, 1e300, 'NaN', '-0.5', '1.5'];

/** Copies the rows and applies one to three mutations. */
function mutate(rows: readonly Row[], random: () => number): unknown[] {
  const mutated: unknown[] = structuredClone([...rows]);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
    const at = Math.floor(random() * mutated.length);
    const row = mutated[at];
    if (mutated.length === 0) return mutated;
    switch (Math.floor(random() * 7)) {
      case 0:
        mutated.splice(at, 1);
        break;
      case 1:
        mutated.splice(at, 0, structuredClone(row));
        break;
      case 2:
        mutated.splice(Math.floor(random() * mutated.length), 0, ...mutated.splice(at, 1));
        break;
      case 3:
        mutated.length = at;
        break;
      case 4:
        mutated[at] = pick(WRONG);
        break;
      default: {
        if (typeof row !== 'object' || row === null || Array.isArray(row)) break;
        const members = row as Row;
        const name = pick(Object.keys(members));
        const chosen = random();
        if (chosen < 0.3) delete members[name];
        else if (chosen < 0.5) {
          members[`${name}_renamed`] = members[name];
          delete members[name];
        } else members[name] = pick(WRONG);
      }
    }
  }
  return mutated;
}

/** Reviews the mutated prices against books that agree with the original list. */
async function review(venue: VenueId, before: readonly MarketState[], markets: readonly MarketState[]) {
  const byAsset = new Map(before.map((market) => [market.ref.asset, market]));
  const adapter = new FakeAdapter(venue);
  adapter.readBook = async (ref) => {
    const { bid = null, ask = null, price = null } = byAsset.get(ref.asset) ?? {};
    const level = (side: number | null) => (side === null ? [] : [{ price: side, size: 1 }]);
    return {
      asset: ref.asset,
      bids: level(bid ?? price),
      asks: level(ask ?? price),
      venueTime: null,
      receivedAt: NOW,
    };
  };
  const last = buildSnapshot({ venue, fetchedAt: NOW, markets: before, emptyBooks: 0, restored: false });
  const guard = new PriceGuard({ adapter, clock: () => NOW });
  const poll = { venue, receivedAt: epochMs(NOW + 5_000) as EpochMs, markets, emptyBooks: 0 };
  return (await guard.review(poll, last, new AbortController().signal)).markets;
}

/** Whether a price equals that of the original list, within the tolerances above. */
function isExplained({ kind, price }: MarketState, expected: MarketState | undefined): boolean {
  if (price === null || expected === undefined) return true;
  if (expected.price === null) return false;
  return kind === 'binary'
    ? Math.abs(price - expected.price) <= SPREAD
    : Math.abs(price / expected.price - 1) <= SAME_COIN;
}

describe('mutated lists', { skip }, () => {
  for (const { venue, file, rows, read } of LISTS) {
    it(`${file}: a price is the one of the list as it was, or its row is missing`, async () => {
      const recorded = rows(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as never);
      const before = read(recorded, new Intake(() => NOW));
      const expected = new Map(before.map((market) => [market.ref.asset, market]));
      assert.ok(before.length > 0, 'the list gives markets');
      for (let seed = 1; seed <= RUNS; seed++) {
        const mutated = mutate(recorded, seededRandom(seed));
        const found = await review(venue, before, read(mutated, new Intake(() => NOW)));
        for (const market of found) {
          const { ref, price } = market;
          assert.ok(price === null || (price >= 0 && price <= 1), `seed ${seed}: ${ref.asset} is ${price}`);
          assert.ok(isExplained(market, expected.get(ref.asset)), `seed ${seed}: ${ref.asset} is ${price}`);
        }
      }
    });
  }

  for (const side of [0, 1] as const) {
    it(`hyperliquid/metaAndAssetCtxs-1.json: ${side === 0 ? 'the universe' : 'the contexts'} alone mutated`, async () => {
      const file = path.join(folder, 'hyperliquid/metaAndAssetCtxs-1.json');
      const [meta, contexts] = JSON.parse(readFileSync(file, 'utf8')) as [{ universe: Row[] }, Row[]];
      const readPerps = (universe: readonly unknown[], rows: readonly unknown[], intake: Intake) => {
        if (universe.length !== rows.length) return null;
        const metas = intake.readRowsInPlace(universe, perpMeta) as (PerpMeta | null)[];
        const read = intake.readRowsInPlace(rows, perpContext) as (PerpContext | null)[];
        const mispaired = findMispaired(metas, read, mids);
        return normalisePerps(metas, read, { fromRest: true, findVolumeCounter: () => null, mispaired });
      };
      const mids = new Map<string, number>();
      for (const [i, { name }] of meta.universe.entries()) {
        mids.set(String(name), Number(contexts[i]?.midPx ?? contexts[i]?.markPx));
      }
      const before = readPerps(meta.universe, contexts, new Intake(() => NOW)) ?? [];
      const expected = new Map(before.map((market) => [market.ref.asset, market]));
      let refused = 0;
      for (let seed = 1; seed <= RUNS; seed++) {
        const pair: [readonly unknown[], readonly unknown[]] = [meta.universe, contexts];
        pair[side] = mutate(side === 0 ? meta.universe : contexts, seededRandom(seed));
        const states = readPerps(...pair, new Intake(() => NOW));
        if (states === null) {
          refused++;
          continue;
        }
        for (const market of await review('hyperliquid', before, states)) {
          const { ref, price } = market;
          assert.ok(isExplained(market, expected.get(ref.asset)), `seed ${seed}: ${ref.asset} is ${price}`);
        }
      }
      assert.ok(refused > 0, 'lists of unequal length are refused as a whole');
    });
  }
});
