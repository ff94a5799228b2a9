import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { type Clock, type VenueId, wallClock } from '../domain/index.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';
import type { ImportBatches } from '../history/contract/import-batches.ts';
import { createAdapters } from '../venues/registry.ts';
import type { VenueAdapter } from '../venues/venue-adapter.ts';
import { USER_AGENT } from '../version.ts';
import { openConfiguredHistory } from './stores/history.ts';

/** Receives the reasons of a long start, for callers that wait. */
export interface StartNotice {
  /** Reports what another process has to create first. */
  waitFor(what: string): void;
  /** Reports that the stores are open, or cannot be opened. */
  end(): Promise<void>;
}

export interface PartsOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock?: Clock;
  /** Random number from 0 to 1, for jitter. */
  readonly random?: () => number;
  readonly startNotice?: StartNotice;
  /** Receives failures of background work of the history. Absent: they are dropped. */
  readonly onHistoryFailure?: (error: unknown) => void;
}

/** Parts that both the service and offline commands need. */
export interface Parts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly history: HistoryStore & ImportBatches;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
}

/** Opens the store, which one process at a time can have, and builds the venue adapters. */
export async function openParts({
  config,
  secrets,
  clock = wallClock,
  random = Math.random,
  startNotice,
  onHistoryFailure,
}: PartsOptions): Promise<Parts> {
  const history = await openConfiguredHistory({
    config,
    secrets,
    clock,
    ...(onHistoryFailure === undefined ? {} : { onFailure: onHistoryFailure }),
  }).finally(() => startNotice?.end());
  const adapters = createAdapters({
    config,
    secrets,
    clock,
    random,
    userAgent: USER_AGENT,
    recall: (ref) => history.findMarket(ref),
  });
  return { clock, random, history, adapters };
}
