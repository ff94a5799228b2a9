import { procedure, procedureModule, type Transaction } from '../../storage/sqlite/procedure.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import type { Envelope } from '../envelope.ts';
import type { KeyCheck, VaultPlace, VaultRecord, VaultStore } from '../vault-store.ts';

const COLUMNS = 'owner, venue, kind, kek_id AS kekId, wrap, box, added_at AS addedAt';

const putProcedure = procedure('vault.put', (tx, record: VaultRecord): null => {
  const { owner, venue, kind, envelope, addedAt } = record;
  tx.get(
    `INSERT INTO vault_record (owner, venue, kind, kek_id, wrap, box, added_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
     ON CONFLICT (owner, venue) DO UPDATE SET kind = ?3, kek_id = ?4, wrap = ?5, box = ?6, added_at = ?7`,
  ).run(owner, venue, kind, envelope.kekId, envelope.wrap, envelope.box, addedAt);
  return null;
});

const removeProcedure = procedure('vault.remove', (tx, { owner, venue }: VaultPlace): boolean => {
  return tx.get('DELETE FROM vault_record WHERE owner = ? AND venue = ?').run(owner, venue).changes > 0;
});

interface ReplaceWrap extends VaultPlace {
  readonly before: Uint8Array;
  readonly after: Envelope;
}

const replaceWrapProcedure = procedure(
  'vault.replaceWrap',
  (tx, { owner, venue, before, after }: ReplaceWrap): boolean => {
    const statement = tx.get(
      'UPDATE vault_record SET kek_id = ?4, wrap = ?5 WHERE owner = ?1 AND venue = ?2 AND wrap = ?3',
    );
    return statement.run(owner, venue, before, after.kekId, after.wrap).changes > 0;
  },
);

const putKeyCheckProcedure = procedure('vault.putKeyCheck', (tx, { kekId, envelope }: KeyCheck): null => {
  tx.get('INSERT INTO vault_key_check (kek_id, wrap, box) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
    kekId,
    envelope.wrap,
    envelope.box,
  );
  return null;
});

const dropKeyChecksProcedure = procedure('vault.dropUnusedKeyChecks', (tx, keep: string): null => {
  tx.get(
    'DELETE FROM vault_key_check WHERE kek_id <> ? AND kek_id NOT IN (SELECT kek_id FROM vault_record)',
  ).run(keep);
  return null;
});

export const procedures = procedureModule(import.meta.url, [
  putProcedure,
  removeProcedure,
  replaceWrapProcedure,
  putKeyCheckProcedure,
  dropKeyChecksProcedure,
]);

/** Sealed credentials in the service database. */
export class SqliteVaultStore implements VaultStore {
  readonly #database: SqliteServiceDatabase;

  constructor(database: SqliteServiceDatabase) {
    this.#database = database;
  }

  async put(record: VaultRecord): Promise<void> {
    await this.#database.transact(putProcedure, record);
  }

  async find({ owner, venue }: VaultPlace): Promise<VaultRecord | null> {
    const row = this.#reads
      .get(`SELECT ${COLUMNS} FROM vault_record WHERE owner = ? AND venue = ?`)
      .get(owner, venue);
    return row === undefined ? null : toRecord(row);
  }

  async list(owner: string): Promise<readonly VaultRecord[]> {
    const rows = this.#reads
      .get(`SELECT ${COLUMNS} FROM vault_record WHERE owner = ? ORDER BY venue`)
      .all(owner);
    return rows.map(toRecord);
  }

  remove(place: VaultPlace): Promise<boolean> {
    const { owner, venue } = place;
    return this.#database.transact(removeProcedure, { owner, venue });
  }

  async listNotUnder(kekId: string, limit: number, after?: VaultPlace): Promise<readonly VaultRecord[]> {
    const rows = this.#reads
      .get(
        `SELECT ${COLUMNS} FROM vault_record WHERE kek_id <> ? AND (owner, venue) > (?, ?)
         ORDER BY owner, venue LIMIT ?`,
      )
      .all(kekId, after?.owner ?? '', after?.venue ?? '', limit);
    return rows.map(toRecord);
  }

  replaceWrap({ owner, venue, envelope }: VaultRecord, after: Envelope): Promise<boolean> {
    return this.#database.transact(replaceWrapProcedure, { owner, venue, before: envelope.wrap, after });
  }

  async keyChecks(): Promise<readonly KeyCheck[]> {
    const rows = this.#reads.get('SELECT kek_id AS kekId, wrap, box FROM vault_key_check').all();
    return rows.map((row) => {
      const { kekId, wrap, box } = row as unknown as Envelope;
      return { kekId, envelope: { kekId, wrap, box } };
    });
  }

  async putKeyCheck(check: KeyCheck): Promise<void> {
    await this.#database.transact(putKeyCheckProcedure, check);
  }

  async dropUnusedKeyChecks(keep: string): Promise<void> {
    await this.#database.transact(dropKeyChecksProcedure, keep);
  }

  get #reads(): Transaction {
    return this.#database.reads;
  }
}

function toRecord(row: unknown): VaultRecord {
  const { owner, venue, kind, addedAt, kekId, wrap, box } = row as VaultRecord & Envelope;
  return { owner, venue, kind, addedAt, envelope: { kekId, wrap, box } };
}
