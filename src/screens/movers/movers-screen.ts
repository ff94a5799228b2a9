import {
  changeFromFeed,
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
  readonly currentPrice: number | null;
  readonly source: MoverSource;
}

export interface MoversQuery {
  readonly kinds: readonly AssetKind[];
  /** Maximum number of rows per direction. */
  readonly topN: number;
  /** Minimum absolute change as a fraction, although the name in the API says percent. */
  readonly minPriceChangePct: number;
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
  { kinds, topN, minPriceChangePct }: MoversQuery,
): Promise<Movers<MoverRow> & { readonly stale: number }> {
  const wanted = new Set(kinds);
  const states = feed.venues
    .flatMap((venue) => feed.snapshot(venue)?.markets ?? [])
    .filter(({ ref }) => wanted.has(ref.kind));
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
  const rated = [
    ...perps.map((state) => rate(state, { frac: changeFromFeed(state.ticker.changePct), source: 'feed' })),
    ...binaries.map((state, i) => rate(state, changes[i] ?? NO_CHANGE)),
  ];
  const stale = rated.filter(({ state }) => staleVenues.has(state.ref.venue)).length;
  // Only the rows that are returned are built: a few of thousands.
  const { gainers, losers, totals } = rankMovers(rated, { topN, minPriceChangePct });
  const build = ({ state, change, changeFrac }: RankedMove<RatedMarket>) => ({
    ...buildRow(feed, state, change),
    changeFrac,
  });
  return { gainers: gainers.map(build), losers: losers.map(build), totals, stale };
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
    currentPrice: state.price,
    ...readPriceAge(feed, state),
    source,
  };
}
