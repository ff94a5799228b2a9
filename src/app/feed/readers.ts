import { MINUTE_MS } from '../../domain/index.ts';
import { AssetDirectory } from '../../feed/asset-directory.ts';
import { DisputeStore } from '../../links/disputes/dispute-store.ts';
import { prepareDisputeQueries } from '../../links/sql/disputes.ts';
import { createM2m, type M2m } from '../../m2m/m2m.ts';
import { openScreens, type Screens } from '../../screens/screens.ts';
import type { Foundation } from '../foundation.ts';
import { openSearch } from '../search/open-search.ts';
import type { NewestState } from './newest-state.ts';

/** Sources of answers in addition to the newest state: asset names, and figures computed across markets. */
export interface Readers {
  readonly assets: AssetDirectory;
  readonly screens: Screens;
  readonly m2m: M2m;
  /** Begins to follow the markets for searches. */
  startSearch(): void;
}

/**
 * Opens the sources of answers that need more than the newest state.
 *
 * @param lifecycle Receives the stop of each part.
 */
export async function openReaders(
  { config, secrets, clock, now, log, history, store, database }: Foundation,
  newest: NewestState,
  lifecycle: AsyncDisposableStack,
): Promise<Readers> {
  const { feed, books, markets, pulses, backfiller, filler, budgetUsedFrac } = newest;
  const screens = await openScreens({
    feed,
    history,
    backfiller,
    filler,
    budgetUsedFrac,
    clock,
    dataDir: config.dataDir,
    disputes: {
      maxGap: config.links.disputeGapPct / 100,
      maxApartMs: config.links.disputeMinutes * MINUTE_MS,
    },
    judgesDisputes: store !== null,
    disputeStore: new DisputeStore(database, database.buildQueries(prepareDisputeQueries)),
    // Only the process with the history writes link spans. Other processes read them.
    ...(store === null ? {} : { linkSpans: store }),
    onError: (error) => log.error({ err: error }, 'work behind the screens failed'),
  });
  lifecycle.adopt(screens, (running) => running.stop());
  const { search, start: startSearch } = openSearch({ config, secrets, log }, feed, lifecycle);
  const m2m = createM2m({
    feed,
    history,
    clock,
    now,
    readCandles: (ref) => markets.readCandles(ref),
    book: (ref) => books.book(ref),
    newestPulse: (asset) => pulses.newest(asset),
    bookTouch: (asset) => newest.bookTouch(asset),
    changes: (states) => screens.references.readChanges(states),
    tapedMarkets: newest.tapedMarkets,
    groups: screens.links,
    search,
  });
  const assets = new AssetDirectory(feed, history, (name) => m2m.suggestions.suggest(name));
  return { assets, screens, m2m, startSearch };
}
