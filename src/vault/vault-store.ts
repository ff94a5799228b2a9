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

/** Sealed credentials in the service database. The store has no keys and opens nothing. */
export class VaultStore {
  readonly #database: ServiceDatabase;
  readonly #queries: VaultQueries;

  constructor(database: ServiceDatabase, queries: VaultQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  /**
   * Stores a credential in place of the owner's earlier one for the venue. @returns false: the check value of its key
   * is absent, so nothing was stored.
   */
  put({ owner, venue, kind, envelope, addedAt }: VaultRecord): Promise<boolean> {
    const { kekId, wrap, box } = envelope;
    return this.#database.transact(putRecord, { owner, venue, kind, kekId, wrap, box, addedAt });
  }

  async find(credential: CredentialKey): Promise<VaultRecord | null> {
    const row = await this.#queries.find(credential);
    return row === null ? null : toRecord(row);
  }

  /** Lists the credentials of an owner by venue. */
  async list(owner: string): Promise<readonly VaultRecord[]> {
    return (await this.#queries.list(owner)).map(toRecord);
  }

  /** Removes a credential. @returns Whether there was one. */
  remove({ owner, venue }: CredentialKey, now: EpochMs): Promise<boolean> {
    return this.#database.transact(removeRecord, { owner, venue, now });
  }

  /** Removes a record, unless it was changed since it was read. @returns Whether it was removed. */
  removeUnchanged({ owner, venue, envelope }: VaultRecord, now: EpochMs): Promise<boolean> {
    return this.#database.transact(removeUnchanged, { owner, venue, wrap: envelope.wrap, now });
  }

  /**
   * Lists records that are not encrypted with a key, by owner and venue. @param after Last record of the previous page.
   */
  async listNotUnder(kekId: string, limit: number, after?: CredentialKey): Promise<readonly VaultRecord[]> {
    const last = { owner: after?.owner ?? '', venue: after?.venue ?? '' };
    return (await this.#queries.listNotUnder(kekId, last, limit)).map(toRecord);
  }

  /** Replaces the wrapped data key of a record, unless the record was changed since it was read. */
  replaceWrap({ owner, venue, envelope }: VaultRecord, after: Envelope): Promise<ReplaceOutcome> {
    return this.#database.transact(replaceWrap, { owner, venue, before: envelope.wrap, after });
  }

  async listKeyChecks(): Promise<readonly KeyCheck[]> {
    const rows = await this.#queries.listKeyChecks();
    return rows.map((envelope) => ({ kekId: envelope.kekId, envelope }));
  }

  /**
   * Stores the check value of a key, if it has none yet.
   *
   * @param verified Ids of the keys whose check values the caller has opened.
   * @returns false: there is a check value of another key, so nothing was stored.
   */
  admitKey(check: KeyCheck, verified: readonly string[]): Promise<boolean> {
    return this.#database.transact(admitKey, { check, verified });
  }

  /** Removes the check values of keys that no record uses any more. @param keep Id of a key whose check value stays. */
  async dropUnusedKeyChecks(keep: string): Promise<void> {
    await this.#database.transact(dropUnusedKeyChecks, keep);
  }

  /**
   * Removes credentials that are encrypted with a key, and with the last one the key's check value.
   *
   * @returns The removed credentials; null: the key has neither credentials nor a check value.
   */
  forgetKey(kekId: string, limit: number, now: EpochMs): Promise<readonly CredentialKey[] | null> {
    return this.#database.transact(forgetKey, { kekId, limit, now });
  }

  /** Lists the subjects of review items for records that could not be opened. */
  listWaiting(): Promise<readonly string[]> {
    return this.#queries.listWaiting();
  }

  /**
   * Opens review items for records that cannot be opened, and ends the items of others. @param ended Subjects from
   * {@link listWaiting}.
   */
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
