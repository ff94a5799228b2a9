import {
  type AssetRef,
  type Clock,
  DAY_MS,
  SECOND_MS,
  UpstreamError,
  type VenueId,
} from '../domain/index.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';
import { pause } from '../scheduling/pause.ts';
import type { Priority } from '../upstream/budget.ts';
import type { VenueAdapter } from '../venues/venue-adapter.ts';
import { BackfillProgress } from './backfill-progress.ts';
import { Backfiller, type BackfillResult } from './backfiller.ts';

export interface BackfillRunOptions {
  readonly history: HistoryStore;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly clock: Clock;
  /** Directory with the list of finished assets, so that an interrupted run continues. */
  readonly dataDir: string;
  readonly assets: readonly AssetRef[];
  /** Number of days to go back. */
  readonly days: number;
  /** `statistics` when nothing else uses the venues. The default, `backfill`, yields to all other calls. */
  readonly priority?: Priority;
  readonly signal: AbortSignal;
}

/** The work that remains when a run begins. */
export interface BackfillPlan {
  readonly assets: number;
  /** Number of series that an earlier run has finished. */
  readonly done: number;
  /** Number of assets left for each venue that has any. */
  readonly left: Readonly<Partial<Record<VenueId, number>>>;
}

/** Receives the progress of a run. */
export interface BackfillListener {
  planned(plan: BackfillPlan): void;
  failed(asset: string, reason: string): void;
  /** Reports that one more asset of a venue is done, or has failed. */
  advanced(venue: VenueId): void;
}

export interface BackfillTotals {
  /** Number of stored hourly closes. */
  readonly stored: number;
  /** Number of failed assets. */
  readonly failed: number;
}

/** Lines that a service sends about a run that it executes for a command. */
export type BackfillEvent =
  | { readonly planned: BackfillPlan }
  | { readonly failed: string; readonly reason: string }
  | { readonly advanced: VenueId }
  | { readonly totals: BackfillTotals }
  | { readonly error: string };

/** Error of an asset that its venue does not list. */
export class UnlistedAssetError extends Error {
  override readonly name = 'UnlistedAssetError';
}

/** Chooses the assets of a run; null: all of them. @throws {UnlistedAssetError} */
export function chooseAssets(listed: readonly AssetRef[], wanted: readonly string[] | null): AssetRef[] {
  if (wanted === null) return [...listed];
  const byId = new Map(listed.map((ref) => [ref.asset.toLowerCase(), ref]));
  return wanted.map((asset) => {
    const ref = byId.get(asset.toLowerCase());
    if (ref === undefined) throw new UnlistedAssetError(`${asset} is not in the list of its venue`);
    return ref;
  });
}

/** Fills the history of many assets from the venues' candles, until all are done or the signal aborts. */
export async function runBackfill(
  { history, adapters, clock, dataDir, assets, days, priority = 'backfill', signal }: BackfillRunOptions,
  listener: BackfillListener,
): Promise<BackfillTotals> {
  const progress = await BackfillProgress.open(dataDir, days);
  const left = assets.filter(({ asset }) => !progress.isDone(asset, clock() - days * DAY_MS));
  const queues = Map.groupBy(left, ({ venue }) => venue);
  listener.planned({
    assets: assets.length,
    done: assets.length - left.length,
    left: Object.fromEntries([...queues].map(([venue, refs]) => [venue, refs.length])),
  });
  const backfiller = new Backfiller({ history, adapters, clock });
  let stored = 0;
  let failed = 0;
  const fillOne = async (ref: AssetRef) => {
    try {
      stored += (await fillWithinBudget(backfiller, ref, { days, signal, priority })).stored;
      await progress.markDone(ref.asset, clock());
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (signal.aborted) return;
      failed++;
      listener.failed(ref.asset, error.message);
    }
    listener.advanced(ref.venue);
  };
  // Venues run in parallel, because each has a budget of its own.
  await Promise.all(
    [...queues.values()].map(async (refs) => {
      for (const ref of refs) if (!signal.aborted) await fillOne(ref);
    }),
  );
  return { stored, failed };
}

/** Fills one asset, and waits while the allowed part of the budget is used up. */
async function fillWithinBudget(
  backfiller: Backfiller,
  ref: AssetRef,
  { days, signal, priority }: Required<Pick<BackfillRunOptions, 'days' | 'signal' | 'priority'>>,
): Promise<BackfillResult> {
  for (;;) {
    try {
      return await backfiller.fill(ref, days, signal, priority);
    } catch (error) {
      const isOurLimit = error instanceof UpstreamError && error.failure === 'budget_exhausted';
      if (!isOurLimit || signal.aborted) throw error;
      await pause(error.retryAfterMs ?? SECOND_MS, { signal });
    }
  }
}
