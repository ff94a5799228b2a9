import { type EpochMs, epochMs } from '../domain/index.ts';
import type { ServiceDatabase } from '../storage/service-database.ts';
import type { Envelope } from './envelope.ts';
import { admitKey, dropUnusedKeyChecks, forgetKey } from './operations/key-checks.ts';
import { noteOpening } from './operations/unreadable.ts';
import { putRecord, removeRecord, removeUnchanged, replaceWrap } from './operations/vault-records.ts';
import type { VaultQueries, VaultRow } from './rows.ts';
import type {
  CredentialKey,
  KeyCheck,
  ReplaceOutcome,
  UnreadableRecord,
  VaultRecord,
  VaultStore,
} from './vault-store.ts';

/** Sealed credentials in the service database. */
export class StoredVault implements VaultStore {
  readonly #database: ServiceDatabase;
  readonly #queries: VaultQueries;

  constructor(database: ServiceDatabase, queries: VaultQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  put({ owner, venue, kind, envelope, addedAt }: VaultRecord): Promise<boolean> {
    const { kekId, wrap, box } = envelope;
    return this.#database.transact(putRecord, { owner, venue, kind, kekId, wrap, box, addedAt });
  }

  async find(credential: CredentialKey): Promise<VaultRecord | null> {
    const row = await this.#queries.find(credential);
    return row === null ? null : toRecord(row);
  }

  async list(owner: string): Promise<readonly VaultRecord[]> {
    return (await this.#queries.list(owner)).map(toRecord);
  }

  remove({ owner, venue }: CredentialKey, now: EpochMs): Promise<boolean> {
    return this.#database.transact(removeRecord, { owner, venue, now });
  }

  removeUnchanged({ owner, venue, envelope }: VaultRecord, now: EpochMs): Promise<boolean> {
    return this.#database.transact(removeUnchanged, { owner, venue, wrap: envelope.wrap, now });
  }

  async listNotUnder(kekId: string, limit: number, after?: CredentialKey): Promise<readonly VaultRecord[]> {
    const last = { owner: after?.owner ?? '', venue: after?.venue ?? '' };
    return (await this.#queries.listNotUnder(kekId, last, limit)).map(toRecord);
  }

  replaceWrap({ owner, venue, envelope }: VaultRecord, after: Envelope): Promise<ReplaceOutcome> {
    return this.#database.transact(replaceWrap, { owner, venue, before: envelope.wrap, after });
  }

  async listKeyChecks(): Promise<readonly KeyCheck[]> {
    const rows = await this.#queries.listKeyChecks();
    return rows.map((envelope) => ({ kekId: envelope.kekId, envelope }));
  }

  admitKey(check: KeyCheck, verified: readonly string[]): Promise<boolean> {
    return this.#database.transact(admitKey, { check, verified });
  }

  async dropUnusedKeyChecks(keep: string): Promise<void> {
    await this.#database.transact(dropUnusedKeyChecks, keep);
  }

  forgetKey(kekId: string, limit: number, now: EpochMs): Promise<readonly CredentialKey[] | null> {
    return this.#database.transact(forgetKey, { kekId, limit, now });
  }

  listWaiting(): Promise<readonly string[]> {
    return this.#queries.listWaiting();
  }

  async noteOpening(
    unreadable: readonly UnreadableRecord[],
    ended: readonly string[],
    now: EpochMs,
  ): Promise<void> {
    await this.#database.transact(noteOpening, { unreadable, ended, now });
  }
}

function toRecord({ owner, venue, kind, addedAt, kekId, wrap, box }: VaultRow): VaultRecord {
  return { owner, venue, kind, addedAt: epochMs(addedAt), envelope: { kekId, wrap, box } };
}
