import { MINUTE_MS } from '../domain/index.ts';
import { AssetDirectory } from '../feed/asset-directory.ts';
import type { Feed } from '../feed/feed.ts';
import { LiveBooks } from '../feed/live-books.ts';
import { MarketReads } from '../feed/market-reads.ts';
import { LocalPulses } from '../feed/pulses/local-pulses.ts';
import type { Pulses } from '../feed/pulses/pulses.ts';
import { disputeQueries } from '../links/sqlite/disputes.ts';
import { StoredDisputes } from '../links/stored-disputes.ts';
import { createM2m, type M2m } from '../m2m/m2m.ts';
import { Backfiller } from '../recording/backfiller.ts';
import { openScreens, type Screens } from '../screens/screens.ts';
import type { Foundation } from './foundation.ts';

/** What answers are made from: the newest state, live books and candles, and what is computed across markets. */
export interface Readers {
  readonly assets: AssetDirectory;
  readonly books: LiveBooks;
  readonly markets: MarketReads;
  readonly pulses: Pulses;
  readonly screens: Screens;
  readonly m2m: M2m;
}

/** @param lifecycle Receives how each part stops. */
export async function openReaders(
  { config, clock, now, log, history, adapters, database, feed }: Foundation & { readonly feed: Feed },
  lifecycle: AsyncDisposableStack,
): Promise<Readers> {
  const books = new LiveBooks({ adapters, clock });
  const markets = new MarketReads({
    adapters,
    history,
    intervalMs: (venue) => feed.health(venue).effectiveIntervalMs,
    clock,
  });
  const screens = await openScreens({
    feed,
    history,
    backfiller: new Backfiller({ history, adapters, clock, candles: markets.venueCandles.bind(markets) }),
    budgetUsedFrac: (venue) => adapters.get(venue)?.counters().budgetUsedBesidePollsFrac ?? 0,
    clock,
    dataDir: config.dataDir,
    disputes: {
      maxGap: config.links.disputeGapPct / 100,
      maxApartMs: config.links.disputeMinutes * MINUTE_MS,
    },
    disputeStore: new StoredDisputes(database, database.queries(disputeQueries)),
    linkSpans: history,
    onError: (error) => log.error({ err: error }, 'work behind the screens failed'),
  });
  lifecycle.adopt(screens, (running) => running.stop());
  const pulses = new LocalPulses({
    feed,
    adapters,
    book: (ref) => books.freshBook(ref),
    clock,
    onFault: (error) => log.error({ err: error }, 'a listener of a pulse failed'),
  });
  lifecycle.adopt(pulses, (running) => running.close());

  const assets = new AssetDirectory(feed, history);
  const m2m = createM2m({
    feed,
    history,
    clock,
    now,
    candles: (ref) => markets.candles(ref),
    book: (ref) => books.book(ref),
    newestPulse: (asset) => pulses.newest(asset),
    newestBook: (asset) => books.newest(asset),
    changes: (states) => screens.references.changes(states),
    groups: screens.links,
  });
  return { assets, books, markets, pulses, screens, m2m };
}
