import { epochMs } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { Dispute } from '../link.ts';
import type { DisputeQueries } from '../rows.ts';
import { changeDisputes } from './operations/disputes.ts';

/**
 * Disputes of links in the service database, one row for each disputed link. They survive a restart, because detecting
 * a dispute takes a quarter of an hour of prices.
 */
export class DisputeStore {
  readonly #database: ServiceDatabase;
  readonly #queries: DisputeQueries;

  constructor(database: ServiceDatabase, queries: DisputeQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  /** Loads all disputes, keyed by `formatPairKey`. */
  async load(): Promise<ReadonlyMap<string, Dispute>> {
    const rows = await this.#queries.listAll();
    return new Map(rows.map(({ pair, since, gap }) => [pair, { since: epochMs(since), gap }]));
  }

  /** Stores disputes that have begun and deletes those that have ended, both keyed by `formatPairKey`. */
  async change(begun: ReadonlyMap<string, Dispute>, ended: readonly string[]): Promise<void> {
    const rows = [...begun].map(([pair, { since, gap }]) => ({ pair, since, gap }));
    await this.#database.transact(changeDisputes, { begun: rows, ended });
  }
}
