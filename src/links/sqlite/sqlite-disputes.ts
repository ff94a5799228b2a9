import { epochMs } from '../../domain/index.ts';
import { procedure, procedureModule } from '../../storage/sqlite/procedure.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import type { DisputeStore } from '../dispute-store.ts';
import type { Dispute } from '../link.ts';

interface Change {
  readonly begun: readonly { readonly pair: string; readonly since: number; readonly gap: number }[];
  readonly ended: readonly string[];
}

const changeProcedure = procedure('disputes.change', (tx, { begun, ended }: Change): null => {
  const insert = tx.get('INSERT OR REPLACE INTO link_dispute (pair, since, gap) VALUES (?, ?, ?)');
  for (const { pair, since, gap } of begun) insert.run(pair, since, gap);
  const remove = tx.get('DELETE FROM link_dispute WHERE pair = ?');
  for (const pair of ended) remove.run(pair);
  return null;
});

export const procedures = procedureModule(import.meta.url, [changeProcedure]);

/** Disputes in the service database: as many rows as links are in dispute. */
export class SqliteDisputes implements DisputeStore {
  readonly #database: SqliteServiceDatabase;

  constructor(database: SqliteServiceDatabase) {
    this.#database = database;
  }

  async load(): Promise<ReadonlyMap<string, Dispute>> {
    const rows = this.#database.reads.get('SELECT pair, since, gap FROM link_dispute').all();
    return new Map(
      rows.map(({ pair, since, gap }) => [String(pair), { since: epochMs(Number(since)), gap: Number(gap) }]),
    );
  }

  async change(begun: ReadonlyMap<string, Dispute>, ended: readonly string[]): Promise<void> {
    const rows = [...begun].map(([pair, { since, gap }]) => ({ pair, since, gap }));
    await this.#database.transact(changeProcedure, { begun: rows, ended });
  }
}
