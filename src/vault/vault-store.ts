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
} from './vault-record.ts';

/** Sealed credentials in the service database. The store knows no key and opens nothing. */
export class VaultStore {
  readonly #database: ServiceDatabase;
  readonly #queries: VaultQueries;

  constructor(database: ServiceDatabase, queries: VaultQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  /** Replaces the owner's credential of the venue. @returns false: the check value of its key is absent, nothing was stored. */
  put({ owner, venue, kind, envelope, addedAt }: VaultRecord): Promise<boolean> {
    const { kekId, wrap, box } = envelope;
    return this.#database.transact(putRecord, { owner, venue, kind, kekId, wrap, box, addedAt });
  }

  async find(credential: CredentialKey): Promise<VaultRecord | null> {
    const row = await this.#queries.find(credential);
    return row === null ? null : toRecord(row);
  }

  /** Lists credentials by venue. */
  async list(owner: string): Promise<readonly VaultRecord[]> {
    return (await this.#queries.list(owner)).map(toRecord);
  }

  /** @returns Whether there was one. */
  remove({ owner, venue }: CredentialKey, now: EpochMs): Promise<boolean> {
    return this.#database.transact(removeRecord, { owner, venue, now });
  }

  /** Removes a record unless it changed meanwhile. @returns Whether it was removed. */
  removeUnchanged({ owner, venue, envelope }: VaultRecord, now: EpochMs): Promise<boolean> {
    return this.#database.transact(removeUnchanged, { owner, venue, wrap: envelope.wrap, now });
  }

  /** Records under other keys than the given one, by owner and venue. @param after The last one of the page before. */
  async listNotUnder(kekId: string, limit: number, after?: CredentialKey): Promise<readonly VaultRecord[]> {
    const last = { owner: after?.owner ?? '', venue: after?.venue ?? '' };
    return (await this.#queries.listNotUnder(kekId, last, limit)).map(toRecord);
  }

  /** Replaces a record's wrap unless the record changed meanwhile. */
  replaceWrap({ owner, venue, envelope }: VaultRecord, after: Envelope): Promise<ReplaceOutcome> {
    return this.#database.transact(replaceWrap, { owner, venue, before: envelope.wrap, after });
  }

  async listKeyChecks(): Promise<readonly KeyCheck[]> {
    const rows = await this.#queries.listKeyChecks();
    return rows.map((envelope) => ({ kekId: envelope.kekId, envelope }));
  }

  /**
   * Stores the check value of a key, where it has none yet.
   *
   * @param verified Ids of the keys whose check values the caller has opened.
   * @returns false: a check value of another key is there, nothing was stored.
   */
  admitKey(check: KeyCheck, verified: readonly string[]): Promise<boolean> {
    return this.#database.transact(admitKey, { check, verified });
  }

  /** Forgets the check values of keys that no record is under any more, but the given one. */
  async dropUnusedKeyChecks(keep: string): Promise<void> {
    await this.#database.transact(dropUnusedKeyChecks, keep);
  }

  /**
   * Removes credentials under a key, and with the last one the key's check value.
   *
   * @returns The credentials; null: the key has neither credentials nor a check value.
   */
  forgetKey(kekId: string, limit: number, now: EpochMs): Promise<readonly CredentialKey[] | null> {
    return this.#database.transact(forgetKey, { kekId, limit, now });
  }

  /** Names of the records that wait in the review because they did not open. */
  listWaiting(): Promise<readonly string[]> {
    return this.#queries.listWaiting();
  }

  /** Has records wait in the review, and ends the waiting of others. @param ended Names of {@link listWaiting}. */
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
