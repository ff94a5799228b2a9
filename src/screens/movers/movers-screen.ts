import {
  changeFromFeed,
  changeLogOdds,
  changePts,
  type MoverSource,
  type Movers,
  type RankedMove,
  rankMovers,
} from '../../analytics/index.ts';
import {
  type AssetKind,
  getMarketName,
  type MarketState,
  type SideNames,
  type VenueId,
} from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import { type PriceAge, readPriceAge } from '../../feed/price-age.ts';
import type { ReferencePrices } from './reference-prices.ts';

/** The 24-hour change of one market. */
export interface MoverRow extends PriceAge, SideNames {
  readonly asset: string;
  /** Coin of a perpetual, or question of a binary market. */
  readonly name: string;
  readonly kind: AssetKind;
  readonly venue: VenueId;
  /** Change as a fraction, where 0.05 is 5 %. null only in rows that are not ranked. */
  readonly changeFrac: number | null;
  /** Change of a probability in percentage points. null for perpetuals. */
  readonly change24hPts: number | null;
  /** Change of a probability in log-odds. null for perpetuals, and where a price is 0 or 1. */
  readonly changeLogOdds: number | null;
  readonly currentPrice: number | null;
  /** null: no volume in USD is known. */
  readonly volume24hUsd: number | null;
  readonly source: MoverSource;
}

/**
 * Orders of moves: by the change as a fraction of the price, in percentage points, or in log-odds. Only probabilities
 * have the last two.
 */
export const MOVER_ORDERS = ['frac', 'pts', 'logOdds'] as const;
export type MoverOrder = (typeof MOVER_ORDERS)[number];

export interface MoversQuery {
  readonly kinds: readonly AssetKind[];
  readonly by: MoverOrder;
  /** Maximum number of rows per direction. */
  readonly topN: number;
  /** Minimum absolute change as a fraction, although the name in the API says percent. */
  readonly minPriceChangePct: number;
  /** Minimum absolute change in percentage points; above 0 it leaves out perpetuals, which have none. */
  readonly minChangePts: number;
  /** Minimum 24 h volume in USD. A market whose volume is not known is not below it. */
  readonly minVolumeUsd: number;
}

export interface FoundMovers extends Pick<Movers<MoverRow>, 'gainers' | 'losers'> {
  readonly totals: Movers<MoverRow>['totals'] & {
    /** Number of markets with a volume below the minimum. */
    readonly belowVolume: number;
    /** Mean absolute change of the eligible probabilities in percentage points; null without any. */
    readonly avgAbsChangePts: number | null;
    readonly stale: number;
  };
}

/**
 * Finds the greatest gains and losses of 24 hours among all listed markets of the requested kinds.
 *
 * Perpetuals use the change that their venue states. All others use the stored price of a day ago, or the venue's
 * change when the store has no such price: see {@link ReferencePrices}. Stale prices are not ranked, since the market
 * may have moved long ago or not at all.
 */
export async function answerMovers(
  { feed, references }: { readonly feed: Feed; readonly references: ReferencePrices },
  { kinds, by, topN, minPriceChangePct, minChangePts, minVolumeUsd }: MoversQuery,
): Promise<FoundMovers> {
  const wanted = new Set(kinds);
  const listed = feed.venues
    .flatMap((venue) => feed.snapshot(venue)?.markets ?? [])
    .filter(({ ref }) => wanted.has(ref.kind));
  const states = listed.filter(({ ticker }) => (ticker.volume24hUsd ?? minVolumeUsd) >= minVolumeUsd);
  const binaries = states.filter(({ kind }) => kind === 'binary');
  const perps = states.filter((state) => state.kind === 'perp');
  const changes = await references.readChanges(binaries);
  const staleVenues = new Set(feed.venues.filter((venue) => feed.isStale(venue)));
  const rate = (state: MarketState, change: RowChange): RatedMarket => ({
    asset: state.ref.asset,
    changeFrac: staleVenues.has(state.ref.venue) ? null : change.frac,
    state,
    change,
  });
  const all = [
    ...perps.map((state) => rate(state, { frac: changeFromFeed(state.ticker.changePct), source: 'feed' })),
    ...binaries.map((state, i) => rate(state, changes[i] ?? NO_CHANGE)),
  ];
  const rated = all.filter((row) => minChangePts === 0 || Math.abs(findPoints(row) ?? 0) >= minChangePts);
  const stale = all.filter(({ state }) => staleVenues.has(state.ref.venue)).length;
  // Only the rows that are returned are built: a few of thousands.
  const { gainers, losers, totals } = rankMovers(rated, { topN, minPriceChangePct, rank: RANKS[by] });
  const build = ({ state, change, changeFrac }: RankedMove<RatedMarket>) => ({
    ...buildRow(feed, state, change),
    changeFrac,
  });
  return {
    gainers: gainers.map(build),
    losers: losers.map(build),
    totals: {
      ...totals,
      considered: listed.length,
      belowVolume: listed.length - states.length,
      avgAbsChangePts: averagePoints(rated, minPriceChangePct),
      stale,
    },
  };
}

const findPoints = ({ state, changeFrac }: RatedMarket): number | null =>
  state.kind === 'perp' ? null : changePts(state.price, changeFrac);

const RANKS: Readonly<Record<MoverOrder, (row: RatedMarket) => number | null>> = {
  frac: ({ changeFrac }) => changeFrac,
  pts: findPoints,
  logOdds: ({ state, changeFrac }) => (state.kind === 'perp' ? null : changeLogOdds(state.price, changeFrac)),
};

/** Mean size of the moves of probabilities in points, not rounded each: there are thousands. */
function averagePoints(rows: readonly RatedMarket[], minPriceChangePct: number): number | null {
  let [sum, count] = [0, 0];
  for (const { state, changeFrac } of rows) {
    if (state.kind === 'perp' || state.price === null || changeFrac === null) continue;
    if (Math.abs(changeFrac) < minPriceChangePct || changeFrac <= -1) continue;
    sum += Math.abs(state.price - state.price / (1 + changeFrac));
    count += 1;
  }
  return count === 0 ? null : (sum / count) * 100;
}

/** A market with the change by which it ranks; null: it is not ranked. */
interface RatedMarket {
  readonly asset: string;
  readonly changeFrac: number | null;
  readonly state: MarketState;
  readonly change: RowChange;
}

/** Change of a row. A row without a change is not ranked. */
interface RowChange {
  readonly frac: number | null;
  readonly source: MoverSource;
}

const NO_CHANGE: RowChange = { frac: null, source: 'store-delta' };

function buildRow(feed: Feed, state: MarketState, { frac: changeFrac, source }: RowChange): MoverRow {
  const { asset, kind, venue } = state.ref;
  const change24hPts = state.kind === 'perp' ? null : changePts(state.price, changeFrac);
  return {
    asset,
    name: getMarketName(state),
    yesMeans: state.kind === 'binary' ? state.ticker.yesMeans : null,
    noMeans: state.kind === 'binary' ? state.ticker.noMeans : null,
    kind,
    venue,
    changeFrac,
    change24hPts,
    changeLogOdds: state.kind === 'perp' ? null : changeLogOdds(state.price, changeFrac),
    currentPrice: state.price,
    volume24hUsd: state.ticker.volume24hUsd,
    ...readPriceAge(feed, state),
    source,
  };
}
