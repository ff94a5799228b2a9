import path from 'node:path';
import type { AssetRef, Clock, VenueId } from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import type { DisputeStore } from '../links/disputes/dispute-store.ts';
import type { PriceWitnessOptions } from '../links/disputes/price-witness.ts';
import { LinkIndex } from '../links/link-index.ts';
import { LinkSpanLog, type LinkSpanStore } from '../links/link-span-log.ts';
import type { Backfiller } from '../recording/backfiller.ts';
import { type HourFiller, LargestBackfill } from './largest/largest-backfill.ts';
import { ReferencePrices } from './movers/reference-prices.ts';
import { PackThread } from './stats/pack-thread.ts';
import { StatsScreen } from './stats/stats-screen.ts';

export interface ScreensOptions {
  readonly feed: Feed;
  readonly history: HistoryReader;
  /** Back-fill of the service. null: this process does not back-fill. */
  readonly backfiller: Backfiller | null;
  /**
   * Fills hours in another process when this one does not back-fill. Absent: the statistics use only what was recorded
   * live.
   */
  readonly filler?: HourFiller | null;
  /** Returns the fraction of a venue's request budget that is in use, 0 to 1. Default: 0. */
  readonly budgetUsedFrac?: (venue: VenueId) => number;
  readonly clock: Clock;
  /**
   * Directory that contains `links.json` with the curated links, and `vocabulary/` with the operator's words. null:
   * none.
   */
  readonly dataDir: string | null;
  /** Price differences that dispute a link. */
  readonly disputes?: PriceWitnessOptions;
  /** Keeps these disputes across restarts. */
  readonly disputeStore?: Pick<DisputeStore, 'load' | 'change'>;
  /** Whether this process compares the prices of linked markets. false: another process does. Default: true. */
  readonly judgesDisputes?: boolean;
  /** Records which links existed at which time. Absent: another process does. */
  readonly linkSpans?: LinkSpanStore;
  /** Receives errors of background work. */
  readonly onError: (error: unknown) => void;
}

/** The parts that answer requests about many markets. They are created once and shared by all routes. */
export interface Screens {
  readonly links: LinkIndex;
  readonly references: ReferencePrices;
  readonly stats: StatsScreen;
  readonly backfill: HourFiller | null;
}

export interface RunningScreens extends Screens {
  /** Ends the background work. Must be called before the store is closed. */
  stop(): Promise<void>;
}

/**
 * Creates the screens and starts their background work: matching of links, back-fill and the thread that computes
 * packs.
 */
export async function openScreens(options: ScreensOptions): Promise<RunningScreens> {
  const {
    feed,
    history,
    backfiller,
    filler = null,
    budgetUsedFrac = () => 0,
    clock,
    dataDir,
    disputes = {},
    disputeStore,
    judgesDisputes = true,
    linkSpans,
    onError,
  } = options;
  const kept = linkSpans === undefined ? null : new LinkSpanLog(linkSpans, clock);
  await kept?.load();
  const links = new LinkIndex({
    curatedPath: dataDir === null ? null : path.join(dataDir, 'links.json'),
    vocabularyPath: dataDir === null ? null : path.join(dataDir, 'vocabulary'),
    disputes,
    judgesDisputes,
    ...(disputeStore === undefined ? {} : { disputeStore }),
    ...(kept === null ? {} : { kept }),
    clock,
  });
  await links.loadVocabulary();
  await links.reloadCurated();
  await links.loadDisputes();
  const unfollow = links.follow(feed, onError);

  const references = new ReferencePrices({ feed, history, clock });
  const packs = new PackThread();
  const backfill =
    backfiller === null ? null : new LargestBackfill({ feed, backfiller, budgetUsedFrac, clock, onError });
  const hours = backfill ?? filler;
  const isPending = (ref: AssetRef) => hours?.isPending?.(ref) ?? false;
  const stats = new StatsScreen({ feed, history, references, isPending, packs, clock, onError });
  backfill?.start();
  return {
    links,
    references,
    stats,
    backfill: hours,
    stop: async () => {
      unfollow();
      await links.waitUntilIdle();
      await backfill?.stop();
      await packs.close();
    },
  };
}
