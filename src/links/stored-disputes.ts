import { epochMs } from '../domain/index.ts';
import { operation } from '../storage/operation.ts';
import type { ServiceDatabase } from '../storage/service-database.ts';
import type { DisputeStore } from './dispute-store.ts';
import type { Dispute } from './link.ts';

/** A dispute as it is stored. */
export interface DisputeRow {
  /** As `pairKey` makes it; unique. */
  readonly pair: string;
  /** Epoch ms. */
  readonly since: number;
  /** Between the prices, as a fraction. */
  readonly gap: number;
}

/** Rows within a transaction. */
export interface DisputeRows {
  /** Replaces the dispute of the same pair. */
  put(row: DisputeRow): void;
  remove(pair: string): void;
}

/** Rows that are committed. */
export interface DisputeQueries {
  listAll(): Promise<readonly DisputeRow[]>;
}

interface Change {
  readonly begun: readonly DisputeRow[];
  readonly ended: readonly string[];
}

export const changeDisputes = operation(
  'disputes.change',
  (rows: DisputeRows, { begun, ended }: Change): null => {
    for (const row of begun) rows.put(row);
    for (const pair of ended) rows.remove(pair);
    return null;
  },
);

/** Disputes in the service database: as many rows as links are in dispute. */
export class StoredDisputes implements DisputeStore {
  readonly #database: ServiceDatabase;
  readonly #queries: DisputeQueries;

  constructor(database: ServiceDatabase, queries: DisputeQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  async load(): Promise<ReadonlyMap<string, Dispute>> {
    const rows = await this.#queries.listAll();
    return new Map(rows.map(({ pair, since, gap }) => [pair, { since: epochMs(since), gap }]));
  }

  async change(begun: ReadonlyMap<string, Dispute>, ended: readonly string[]): Promise<void> {
    const rows = [...begun].map(([pair, { since, gap }]) => ({ pair, since, gap }));
    await this.#database.transact(changeDisputes, { begun: rows, ended });
  }
}
