import type { EpochMs, VenueId } from '../../../domain/index.ts';
import { procedure, procedureModule } from '../../../storage/sqlite/procedure.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import type { CheckStore, CredentialPlace, StoredVerdict } from '../check-store.ts';

const COLUMNS = `owner, venue, added_at AS addedAt, usable, missing, problem, checked_at AS checkedAt,
  next_at AS nextAt`;

const putProcedure = procedure('bot.putCheck', (tx, verdict: StoredVerdict): null => {
  const { owner, venue, addedAt, usable, missing, problem, checkedAt, nextAt } = verdict;
  tx.get(
    `INSERT INTO bot_credential_check (owner, venue, added_at, usable, missing, problem, checked_at, next_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
     ON CONFLICT DO UPDATE SET added_at = ?3, usable = ?4, missing = ?5, problem = ?6, checked_at = ?7, next_at = ?8
     WHERE added_at <= ?3`,
  ).run(owner, venue, addedAt, usable ? 1 : 0, JSON.stringify(missing), problem, checkedAt, nextAt);
  return null;
});

const removeProcedure = procedure('bot.removeCheck', (tx, { owner, venue }: CredentialPlace): null => {
  tx.get('DELETE FROM bot_credential_check WHERE owner = ? AND venue = ?').run(owner, venue);
  return null;
});

const dueAllProcedure = procedure('bot.dueAllChecks', (tx, { now }: { readonly now: EpochMs }): null => {
  tx.get(
    `DELETE FROM bot_credential_check WHERE NOT EXISTS (SELECT 1 FROM vault_record v
       WHERE v.owner = bot_credential_check.owner AND v.venue = bot_credential_check.venue)`,
  ).run();
  tx.get(
    `INSERT INTO bot_credential_check (owner, venue, added_at, usable, missing, problem, checked_at, next_at)
     SELECT owner, venue, added_at, 0, '[]', 'not looked at yet', NULL, ?1 FROM vault_record WHERE true
     ON CONFLICT DO UPDATE SET next_at = ?1`,
  ).run(now);
  return null;
});

const hastenProcedure = procedure(
  'bot.hastenCheck',
  (tx, { owner, venue, now }: CredentialPlace & { readonly now: EpochMs }): null => {
    tx.get(
      'UPDATE bot_credential_check SET next_at = ?3 WHERE owner = ?1 AND venue = ?2 AND next_at > ?3',
    ).run(owner, venue, now);
    return null;
  },
);

export const procedures = procedureModule(import.meta.url, [
  putProcedure,
  removeProcedure,
  dueAllProcedure,
  hastenProcedure,
]);

/** Verdicts on credentials in the service database. */
export class SqliteChecks implements CheckStore {
  readonly #database: SqliteServiceDatabase;

  constructor(database: SqliteServiceDatabase) {
    this.#database = database;
  }

  async put(verdict: StoredVerdict): Promise<void> {
    await this.#database.transact(putProcedure, verdict);
  }

  async remove({ owner, venue }: CredentialPlace): Promise<void> {
    await this.#database.transact(removeProcedure, { owner, venue });
  }

  find({ owner, venue }: CredentialPlace): StoredVerdict | null {
    const sql = `SELECT ${COLUMNS} FROM bot_credential_check WHERE owner = ? AND venue = ?`;
    const row = this.#database.reads.get(sql).get(owner, venue);
    return row === undefined ? null : toVerdict(row);
  }

  list(owner: string): StoredVerdict[] {
    const sql = `SELECT ${COLUMNS} FROM bot_credential_check WHERE owner = ?`;
    return this.#database.reads.get(sql).all(owner).map(toVerdict);
  }

  due(now: EpochMs, limit: number, except: readonly VenueId[]): StoredVerdict[] {
    const sql = `SELECT ${COLUMNS} FROM bot_credential_check
      WHERE next_at <= ? AND venue NOT IN (SELECT value FROM json_each(?))
      ORDER BY checked_at IS NOT NULL, next_at LIMIT ?`;
    return this.#database.reads.get(sql).all(now, JSON.stringify(except), limit).map(toVerdict);
  }

  async dueAll(now: EpochMs): Promise<void> {
    await this.#database.transact(dueAllProcedure, { now });
  }

  async hasten({ owner, venue }: CredentialPlace, now: EpochMs): Promise<void> {
    await this.#database.transact(hastenProcedure, { owner, venue, now });
  }

  refused(): { venue: VenueId; count: number }[] {
    const sql = `SELECT venue, COUNT(*) AS count FROM bot_credential_check
      WHERE usable = 0 AND checked_at IS NOT NULL GROUP BY venue`;
    return this.#database.reads.get(sql).all() as unknown as { venue: VenueId; count: number }[];
  }
}

function toVerdict(row: unknown): StoredVerdict {
  const { usable, missing, ...verdict } = row as Omit<StoredVerdict, 'usable' | 'missing'> & {
    readonly usable: number;
    readonly missing: string;
  };
  return { ...verdict, usable: usable === 1, missing: JSON.parse(missing) as string[] };
}
