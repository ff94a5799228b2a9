import { epochMs } from '../domain/index.ts';
import { operation } from '../storage/operation.ts';
import type { ServiceDatabase } from '../storage/service-database.ts';
import type { Envelope } from './envelope.ts';
import type { VaultQueries, VaultRow, VaultRows } from './rows.ts';
import type { CredentialKey, KeyCheck, VaultRecord, VaultStore } from './vault-store.ts';

export const putRecord = operation('vault.put', (rows: VaultRows, row: VaultRow): null => {
  rows.put(row);
  return null;
});

export const removeRecord = operation(
  'vault.remove',
  (rows: VaultRows, credential: CredentialKey): boolean => {
    const isThere = rows.find(credential) !== null;
    rows.remove(credential);
    return isThere;
  },
);

/** As for {@link replaceWrap}. */
export const removeUnchanged = operation(
  'vault.removeUnchanged',
  (rows: VaultRows, { owner, venue, wrap }: CredentialKey & { readonly wrap: Uint8Array }): boolean => {
    const row = rows.find({ owner, venue });
    if (row === null || Buffer.compare(row.wrap, wrap) !== 0) return false;
    rows.remove({ owner, venue });
    return true;
  },
);

interface ReplaceWrap extends CredentialKey {
  readonly before: Uint8Array;
  readonly after: Envelope;
}

/** A record that was stored again meanwhile keeps what it was given: its wrap is another. */
export const replaceWrap = operation(
  'vault.replaceWrap',
  (rows: VaultRows, { owner, venue, before, after }: ReplaceWrap): boolean => {
    const row = rows.find({ owner, venue });
    if (row === null || Buffer.compare(row.wrap, before) !== 0) return false;
    rows.put({ ...row, kekId: after.kekId, wrap: after.wrap });
    return true;
  },
);

/** The first check value of a key stays. */
export const putKeyCheck = operation('vault.putKeyCheck', (rows: VaultRows, check: KeyCheck): null => {
  const isKnown = rows.listKeyChecks().some(({ kekId }) => kekId === check.kekId);
  if (!isKnown) rows.insertKeyCheck({ ...check.envelope, kekId: check.kekId });
  return null;
});

export const dropUnusedKeyChecks = operation(
  'vault.dropUnusedKeyChecks',
  (rows: VaultRows, keep: string): null => {
    for (const { kekId } of rows.listKeyChecks()) {
      if (kekId !== keep && !rows.isUsed(kekId)) rows.removeKeyCheck(kekId);
    }
    return null;
  },
);

/** Sealed credentials in the service database. */
export class StoredVault implements VaultStore {
  readonly #database: ServiceDatabase;
  readonly #queries: VaultQueries;

  constructor(database: ServiceDatabase, queries: VaultQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  async put({ owner, venue, kind, envelope, addedAt }: VaultRecord): Promise<void> {
    const { kekId, wrap, box } = envelope;
    await this.#database.transact(putRecord, { owner, venue, kind, kekId, wrap, box, addedAt });
  }

  async find(credential: CredentialKey): Promise<VaultRecord | null> {
    const row = await this.#queries.find(credential);
    return row === null ? null : toRecord(row);
  }

  async list(owner: string): Promise<readonly VaultRecord[]> {
    return (await this.#queries.list(owner)).map(toRecord);
  }

  remove({ owner, venue }: CredentialKey): Promise<boolean> {
    return this.#database.transact(removeRecord, { owner, venue });
  }

  removeUnchanged({ owner, venue, envelope }: VaultRecord): Promise<boolean> {
    return this.#database.transact(removeUnchanged, { owner, venue, wrap: envelope.wrap });
  }

  async listNotUnder(kekId: string, limit: number, after?: CredentialKey): Promise<readonly VaultRecord[]> {
    const last = { owner: after?.owner ?? '', venue: after?.venue ?? '' };
    return (await this.#queries.listNotUnder(kekId, last, limit)).map(toRecord);
  }

  replaceWrap({ owner, venue, envelope }: VaultRecord, after: Envelope): Promise<boolean> {
    return this.#database.transact(replaceWrap, { owner, venue, before: envelope.wrap, after });
  }

  async keyChecks(): Promise<readonly KeyCheck[]> {
    const rows = await this.#queries.listKeyChecks();
    return rows.map((envelope) => ({ kekId: envelope.kekId, envelope }));
  }

  async putKeyCheck(check: KeyCheck): Promise<void> {
    await this.#database.transact(putKeyCheck, check);
  }

  async dropUnusedKeyChecks(keep: string): Promise<void> {
    await this.#database.transact(dropUnusedKeyChecks, keep);
  }
}

function toRecord({ owner, venue, kind, addedAt, kekId, wrap, box }: VaultRow): VaultRecord {
  return { owner, venue, kind, addedAt: epochMs(addedAt), envelope: { kekId, wrap, box } };
}
