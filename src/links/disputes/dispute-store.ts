import type { Dispute } from '../link.ts';

/** The disputes of links, kept over a restart: a quarter of an hour of prices is not measured again. */
export interface DisputeStore {
  /** All of them, by `formatPairKey`. */
  load(): Promise<ReadonlyMap<string, Dispute>>;
  /** Stores those that began and forgets those that ended, both by `formatPairKey`. */
  change(begun: ReadonlyMap<string, Dispute>, ended: readonly string[]): Promise<void>;
}
