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
  /** Back-fill of the service; null: nothing is back-filled here. */
  readonly backfiller: Backfiller | null;
  /**
   * Fills hours in another process, where none is back-filled here. Absent: the statistics know what was recorded live.
   */
  readonly filler?: HourFiller | null;
  /** Share of a venue's request budget that is in use, 0 to 1. Default: nothing is. */
  readonly budgetUsedFrac?: (venue: VenueId) => number;
  readonly clock: Clock;
  /** Holds `links.json`, the curated links, and `vocabulary/`, the operator's words. null: none. */
  readonly dataDir: string | null;
  /** Limits from which prices dispute a link. */
  readonly disputes?: PriceWitnessOptions;
  /** Keeps those disputes over a restart. */
  readonly disputeStore?: Pick<DisputeStore, 'load' | 'change'>;
  /** Whether this process compares the prices of links; false: another one does. Default: true. */
  readonly judgesDisputes?: boolean;
  /** Keeps which links were held when. Absent: another process does. */
  readonly linkSpans?: LinkSpanStore;
  /** Receives faults in the background. */
  readonly onError: (error: unknown) => void;
}

/** The parts of answers over many markets. Built once; the routes share them. */
export interface Screens {
  readonly links: LinkIndex;
  readonly references: ReferencePrices;
  readonly stats: StatsScreen;
  readonly backfill: HourFiller | null;
}

export interface RunningScreens extends Screens {
  /** Ends what runs in the background. To be called before the store closes. */
  stop(): Promise<void>;
}

/** Builds the screens and starts what they do in the background: matching links, back-filling, the pack thread. */
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
