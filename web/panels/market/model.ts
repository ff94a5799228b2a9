import type {
  BinaryTicker,
  GetFeedAnswer,
  GetIndexAnswer,
  PerpTicker,
  Threshold,
} from '../../../client/src/index.ts';
import type { PriceUnit } from '../../format/venue.ts';
import { createSharedTest, toShownName } from './shown-name.ts';

/** One line of the table of markets: one asset's figures of the feed, the index and the movers. */
export interface MarketRow {
  readonly asset: string;
  readonly venue: string;
  /** Title, with the side where it leaves open which one is Yes. */
  readonly name: string;
  /** Meaning of Yes; null: the Yes of the title. */
  readonly side: string | null;
  readonly marketClass: 'perp' | 'binary' | 'pred';
  readonly unit: PriceUnit;
  readonly last: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  /** Whether the prices are those at which an order of the venue's own size would be filled, not the touch. */
  readonly isImpact: boolean;
  /** bps of perpetuals, points of probabilities. */
  readonly spread: number | null;
  /** Change over 24 hours, in percent for perpetuals and in points for probabilities; null where no call states it. */
  readonly change: number | null;
  /** Source of the change in the words of the index; null where there is none. */
  readonly changeSource: string | null;
  readonly volume24hUsd: number | null;
  readonly openInterestUsd: number | null;
  /** Resting liquidity as the venue counts it; null of perpetuals, and where it publishes none. */
  readonly liquidityUsd: number | null;
  /** Funding of the running hour, a fraction of notional, positive where longs pay; null of probabilities. */
  readonly fundingHourly: number | null;
  readonly maxLeverage: number | null;
  /** The venue's category; null of perpetuals, and where it states none. */
  readonly category: string | null;
  readonly fair: number | null;
  /** Last less fair value: bps of perpetuals, points of probabilities. */
  readonly basis: number | null;
  readonly isStale: boolean;
  /** Time at which the venue was read, epoch ms. */
  readonly at: number;
  /** Time at which the market is due to be decided, epoch ms; null of perpetuals, and where the venue states none. */
  readonly endMs: number | null;
  /** Status of the market at its venue; `open` for perpetuals. */
  readonly status: string;
  /** The event that it is an outcome of; null where the venue groups it with nothing. */
  readonly event: EventOfMarket | null;
  /** The number that its question is about; null: it is about none, or its text can mean more than one. */
  readonly threshold: Threshold | null;
  /** URL of the market's page at the venue; null of perpetuals. */
  readonly venueUrl: string | null;
}

/** A question of which a market is one outcome. */
export interface EventOfMarket {
  readonly key: string;
  readonly title: string | null;
  /** Whether at most one outcome pays; null: the venue does not say. */
  readonly isExclusive: boolean | null;
  /** One outcome pays for certain; null: the venue does not say. */
  readonly isExhaustive: boolean | null;
}

/** The feed's answer: members by venue beside its own. */
type Feed = Partial<GetFeedAnswer>;

interface VenueFeed {
  readonly fetchedAt: number;
  readonly perps?: readonly PerpTicker[];
  readonly outcomes?: readonly BinaryTicker[];
  readonly markets?: readonly BinaryTicker[];
}

const isVenueFeed = (part: unknown): part is VenueFeed =>
  typeof part === 'object' && part !== null && 'fetchedAt' in part;

/** Joins answers by asset. Of a market in several feeds, the newest reading counts. */
export function marketRows(
  feeds: readonly (Feed | null)[],
  index: Pick<GetIndexAnswer, 'entries'> | null,
): readonly MarketRow[] {
  const fair = new Map(index?.entries.map((entry) => [entry.asset, entry]));
  const rows = new Map<string, Omit<MarketRow, 'side'> & Sides>();
  const add = (row: Basics) => {
    const before = rows.get(row.asset);
    if (before !== undefined && before.at > row.at) return;
    const entry = fair.get(row.asset);
    rows.set(row.asset, {
      ...row,
      change: row.change ?? entry?.change24hPts ?? null,
      changeSource: row.change === null ? (entry?.change24hSource ?? null) : 'snapshot',
      fair: entry?.fairPrice ?? null,
      basis: (row.unit === 'usd' ? entry?.basisBps : entry?.basisPts) ?? null,
      isStale: entry?.isStale ?? false,
    });
  };
  for (const feed of feeds) {
    if (feed === null) continue;
    for (const [venue, part] of Object.entries(feed)) {
      if (!isVenueFeed(part)) continue;
      const { fetchedAt, perps = [], outcomes = [], markets = [] } = part;
      for (const perp of perps) add(perpRow(perp, venue, fetchedAt));
      for (const market of outcomes) add(binaryRow(market, venue, 'pred', fetchedAt));
      for (const market of markets) add(binaryRow(market, venue, 'binary', fetchedAt));
    }
  }
  const isShared = createSharedTest(rows.values());
  return Array.from(rows.values(), ({ yesMeans, noMeans, ...row }) => ({
    ...row,
    name: toShownName({ name: row.name, yesMeans, noMeans }, isShared({ ...row, yesMeans, noMeans })),
    side: yesMeans,
  }));
}

type Sides = Pick<BinaryTicker, 'yesMeans' | 'noMeans'>;
type Basics = Omit<MarketRow, 'fair' | 'basis' | 'isStale' | 'changeSource' | 'side'> & Sides;
function perpRow(perp: PerpTicker, venue: string, at: number): Basics {
  return {
    asset: perp.asset,
    venue,
    name: perp.coin,
    yesMeans: null,
    noMeans: null,
    marketClass: 'perp',
    unit: 'usd',
    last: perp.markPx,
    bid: perp.impactBid,
    ask: perp.impactAsk,
    isImpact: true,
    spread: findSpread(perp.impactBid, perp.impactAsk, 'usd'),
    change: perp.changePct,
    volume24hUsd: perp.volume24hUsd,
    openInterestUsd: perp.openInterestUsd,
    liquidityUsd: null,
    fundingHourly: perp.fundingHourly,
    maxLeverage: perp.maxLeverage,
    category: null,
    at,
    endMs: null,
    status: 'open',
    event: null,
    threshold: null,
    venueUrl: null,
  };
}

function binaryRow(market: BinaryTicker, venue: string, marketClass: 'binary' | 'pred', at: number): Basics {
  return {
    asset: market.asset,
    venue,
    name: market.title,
    yesMeans: market.yesMeans,
    noMeans: market.noMeans,
    marketClass,
    unit: 'probability',
    last: market.yesPrice,
    bid: market.yesBid,
    ask: market.yesAsk,
    isImpact: false,
    spread: findSpread(market.yesBid, market.yesAsk, 'probability'),
    change: null,
    volume24hUsd: market.volume24hUsd,
    openInterestUsd: market.openInterestUsd,
    liquidityUsd: market.liquidityUsd,
    fundingHourly: null,
    maxLeverage: null,
    category: market.category,
    at,
    endMs: market.endDate ?? market.closeTime ?? null,
    status: market.status,
    event:
      market.eventKey == null
        ? null
        : {
            key: market.eventKey,
            title: market.eventTitle ?? null,
            isExclusive: market.exclusive ?? null,
            isExhaustive: market.exhaustive ?? null,
          },
    threshold: market.threshold ?? null,
    venueUrl: market.venueNativeUrl,
  };
}

/**
 * Finds ask less bid: of perpetuals in bps of their middle, of probabilities in points. null when one is missing or 0,
 * or they cross, as the quote has it.
 */
export function findSpread(bid: number | null, ask: number | null, unit: PriceUnit): number | null {
  if (bid === null || ask === null || bid <= 0 || ask <= 0 || bid > ask) return null;
  return unit === 'usd' ? ((ask - bid) / ((ask + bid) / 2)) * 10_000 : (ask - bid) * 100;
}

export interface MarketFilter {
  /** Words that must all occur in name or id. */
  readonly words: string;
  readonly venue: string | null;
  readonly marketClass: string | null;
  readonly isFresh: boolean;
  /** {@link NO_CATEGORY}: those without one. */
  readonly category: string | null;
  /** Times between which the market is due to be decided, epoch ms. */
  readonly ends: { readonly fromMs: number; readonly toMs: number } | null;
  /** Ids in lower case of the assets to which it is limited; null: to none. */
  readonly watched: ReadonlySet<string> | null;
  /** Least distance from fair value, bps of perpetuals; of probabilities a point for each 20 of them. */
  readonly minBasis: number | null;
}

/** Stands in the address for markets without a category. */
export const NO_CATEGORY = '-';

export function filterMarkets(rows: readonly MarketRow[], filter: MarketFilter): readonly MarketRow[] {
  const words = filter.words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const { venue, marketClass, category, ends, isFresh, watched, minBasis } = filter;
  return rows.filter((row) => {
    if (venue !== null && row.venue !== venue) return false;
    if (marketClass !== null && row.marketClass !== marketClass) return false;
    if (category !== null && !isSameCategory(row.category ?? NO_CATEGORY, category)) return false;
    if (ends !== null && (row.endMs === null || row.endMs < ends.fromMs || row.endMs > ends.toMs))
      return false;
    if (watched !== null && !watched.has(row.asset.toLowerCase())) return false;
    if (isFresh && row.isStale) return false;
    if (minBasis !== null && !isFar(row, minBasis)) return false;
    if (words.length === 0) return true;
    const text = `${row.name} ${row.side ?? ''} ${row.asset}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const BPS_A_POINT = 20;

/** Venues write one category in several letter cases. */
export const isSameCategory = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/**
 * Categories of the markets, each in its most frequent letter case, those of most markets first; {@link NO_CATEGORY} is
 * last where binaries have none.
 */
export function listCategories(rows: readonly MarketRow[]): readonly string[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { category, unit } of rows) {
    if (category === null && unit === 'usd') continue;
    const name = category ?? NO_CATEGORY;
    const spellings = counts.get(name.toLowerCase()) ?? new Map<string, number>();
    counts.set(name.toLowerCase(), spellings.set(name, (spellings.get(name) ?? 0) + 1));
  }
  return [...counts.values()]
    .map((spellings) => ({
      name: [...spellings].reduce((most, each) => (each[1] > most[1] ? each : most))[0],
      markets: [...spellings.values()].reduce((sum, each) => sum + each, 0),
    }))
    .sort(
      (a, b) =>
        Number(a.name === NO_CATEGORY) - Number(b.name === NO_CATEGORY) ||
        b.markets - a.markets ||
        (a.name < b.name ? -1 : 1),
    )
    .map(({ name }) => name);
}

function isFar({ basis, unit }: MarketRow, leastBps: number): boolean {
  return basis !== null && Math.abs(basis) >= (unit === 'usd' ? leastBps : leastBps / BPS_A_POINT);
}
