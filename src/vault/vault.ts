import type { Clock, EpochMs, RandomBytes, VenueId } from '../domain/index.ts';
import { EnvelopeError, open, seal } from './envelope.ts';
import { findKeyProblem, sealKeyCheck } from './key-check.ts';
import type { KeyEncryptionKey } from './key-encryption-key.ts';
import { type KeyHolders, NO_HOLDERS, requireKeyEverywhere, requireKeyNowhere } from './key-holders.ts';
import { moveRecords, type Rotation } from './rotation.ts';
import { toContext } from './seal-context.ts';
import type { CredentialKey, CredentialKind, VaultRecord } from './vault-record.ts';
import type { VaultStore } from './vault-store.ts';
import { noteUnreadable } from './waiting-records.ts';

/** The secret members of a credential, as its owner entered them. */
export type Secret = Readonly<Record<string, string>>;

/** The members of a credential that may be shown. */
export interface CredentialEntry {
  readonly venue: VenueId;
  readonly kind: CredentialKind;
  readonly addedAt: EpochMs;
}

/** A credential, with whether the configured keys can open it. */
export interface OpenedEntry extends CredentialEntry {
  readonly opens: boolean;
}

/** Error: the vault is closed, because no key is configured, or a key of its records is missing. */
export class VaultClosedError extends Error {
  override readonly name = 'VaultClosedError';
}

export interface VaultOptions {
  readonly store: VaultStore;
  /** Configured keys: the first encrypts, all decrypt. Empty: the vault is closed. */
  readonly keys: readonly KeyEncryptionKey[];
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Lists the processes that have the vault open; absent: only this process does. */
  readonly holders?: KeyHolders;
  /**
   * Whether a command opens the vault. A command stores the check value of its key only when it changes records.
   * Default: false.
   */
  readonly isCommand?: boolean;
}

const FORGOTTEN_PER_ROUND = 100;

/** Venue credentials under envelope encryption. A credential is opened only inside the call that needs it. */
export class Vault {
  readonly #options: VaultOptions;
  readonly #holders: KeyHolders;
  readonly #keys: ReadonlyMap<string, KeyEncryptionKey>;
  #closedBecause: string | null = null;

  private constructor(options: VaultOptions) {
    this.#options = options;
    this.#holders = options.holders ?? NO_HOLDERS;
    this.#keys = new Map(options.keys.map((key) => [key.id, key]));
  }

  /**
   * Opens the vault and checks the keys against the stored check values. A wrong key closes the vault, so that it
   * cannot overwrite a record.
   */
  static async start(options: VaultOptions): Promise<Vault> {
    const vault = new Vault(options);
    await vault.#checkKeys({ stores: options.isCommand !== true });
    return vault;
  }

  /** Reason why the vault is closed; null: it is open. */
  get closedBecause(): string | null {
    return this.#closedBecause;
  }

  /** Id of the key that encrypts; null: no key is configured. */
  get keyId(): string | null {
    return this.#options.keys[0]?.id ?? null;
  }

  /** Stores a credential in place of the earlier one. @throws {VaultClosedError} when the vault is closed. */
  async put(credential: CredentialKey, kind: CredentialKind, secret: Secret): Promise<CredentialEntry> {
    const { store, clock, random } = this.#options;
    const text = Buffer.from(JSON.stringify(secret));
    try {
      for (;;) {
        const envelope = seal(text, { ...credential, kind }, this.#requireEncryptionKey(), random);
        const record = { ...credential, kind, envelope, addedAt: clock() };
        if (await store.put(record)) return toEntry(record);
        // Another process has moved all records to another key. This process continues if it has that key too.
        await this.#checkKeys({ stores: true });
      }
    } finally {
      text.fill(0);
    }
  }

  /** Lists the credentials of an owner without their secrets. Works while the vault is closed. */
  async list(owner: string): Promise<OpenedEntry[]> {
    const records = await this.#options.store.list(owner);
    return records.map((record) => ({ ...toEntry(record), opens: this.#findProblem(record) === null }));
  }

  /** Removes a credential. Works while the vault is closed. @returns Whether there was one. */
  remove(credential: CredentialKey): Promise<boolean> {
    return this.#options.store.remove(credential, this.#options.clock());
  }

  /**
   * Checks all records. A record that no configured key can open gets a review item, and the item of a record that can
   * be opened again ends. Works while the vault is closed.
   *
   * @returns Number of records that cannot be opened.
   */
  noteUnreadable(): Promise<number> {
    const { store, clock } = this.#options;
    return noteUnreadable({ store, clock, findProblem: (record) => this.#findProblem(record) });
  }

  /**
   * Opens a credential for the duration of one call.
   *
   * @returns The result of `use`; null when there is no credential.
   * @throws {VaultClosedError} when the vault is closed.
   * @throws {EnvelopeError} when the record cannot be opened.
   */
  async withSecret<T>(credential: CredentialKey, use: (secret: Secret) => Promise<T>): Promise<T | null> {
    this.#requireEncryptionKey();
    const record = await this.#options.store.find(credential);
    if (record === null) return null;
    const text = open(record.envelope, toContext(record), this.#requireKey(record));
    let secret: Secret;
    try {
      secret = JSON.parse(text.toString('utf8')) as Secret;
    } finally {
      text.fill(0);
    }
    return use(secret);
  }

  /**
   * Re-encrypts all records with the first key, so that the other keys can be removed from the configuration. A record
   * that cannot be opened stays as it is, and its key remains in use.
   *
   * @throws {VaultClosedError} when the vault is closed.
   * @throws {KeyInUseError} when a running process could not open the moved records; nothing was changed.
   */
  async rotate(): Promise<Rotation> {
    const { store, random } = this.#options;
    const to = this.#requireEncryptionKey();
    await requireKeyEverywhere(this.#holders, to.id);
    await this.#checkKeys({ stores: true });
    this.#requireEncryptionKey();
    // A process that starts from now on finds the check value of the key. One that started since the first check is
    // listed now.
    await requireKeyEverywhere(this.#holders, to.id);
    const requireKey = (record: VaultRecord) => this.#requireKey(record);
    const rotation = await moveRecords({ store, random, to, requireKey });
    if (rotation === null) throw new VaultClosedError(`another process took key ${to.id} out of use`);
    await store.dropUnusedKeyChecks(to.id);
    return rotation;
  }

  /**
   * Removes a credential that cannot be opened. With the last one of its key, the key is no longer in use.
   *
   * @returns `opens`: the credential can be opened, so it was not removed.
   * @throws {VaultClosedError} when the vault is closed.
   */
  async removeUnopenable(credential: CredentialKey): Promise<'removed' | 'absent' | 'opens'> {
    const { store, clock } = this.#options;
    const first = this.#requireEncryptionKey();
    for (;;) {
      const record = await store.find(credential);
      if (record === null) return 'absent';
      if (this.#findProblem(record) === null) return 'opens';
      // If the owner has stored the credential again, the new record is checked in the next round.
      if (await store.removeUnchanged(record, clock())) break;
    }
    await store.dropUnusedKeyChecks(first.id);
    return 'removed';
  }

  /**
   * Gives up a lost key: removes the credentials that are encrypted with it, and its check value. The vault opens if it
   * was closed only because of this key.
   *
   * @returns The removed credentials. `unknown`: no record uses such a key. `configured`: the key is not lost, so
   * nothing was removed.
   * @throws {VaultClosedError} when no key is configured.
   * @throws {KeyInUseError} when a running process has the key.
   */
  async forgetKey(keyId: string): Promise<readonly CredentialKey[] | 'unknown' | 'configured'> {
    const { store, clock, keys, isCommand } = this.#options;
    if (keys.length === 0) throw new VaultClosedError('no key is configured');
    if (this.#keys.has(keyId)) return 'configured';
    await requireKeyNowhere(this.#holders, keyId);
    const removed: CredentialKey[] = [];
    for (let isKnown = false; ; isKnown = true) {
      const round = await store.forgetKey(keyId, FORGOTTEN_PER_ROUND, clock());
      if (round === null && !isKnown) return 'unknown';
      removed.push(...(round ?? []));
      if ((round?.length ?? 0) < FORGOTTEN_PER_ROUND) break;
    }
    await this.#checkKeys({ stores: isCommand !== true });
    return removed;
  }

  /**
   * Opens or closes the vault according to the check values of the keys in use.
   *
   * @param options.stores Whether the first key is in use from now on, and gets a check value.
   */
  async #checkKeys({ stores }: { readonly stores: boolean }): Promise<void> {
    const { store, keys, random } = this.#options;
    const [first] = keys;
    if (first === undefined) {
      this.#closedBecause = 'no key is configured';
      return;
    }
    for (;;) {
      const checks = await store.listKeyChecks();
      this.#closedBecause = findKeyProblem(keys, checks);
      if (this.#closedBecause !== null || !stores) return;
      const verified = checks.map(({ kekId }) => kekId);
      // If it was not stored, another process has begun to use a key, which is checked in the next round.
      if (await store.admitKey(sealKeyCheck(first, random), verified)) return;
    }
  }

  /** Finds the reason why no configured key opens a record; null: one does. */
  #findProblem(record: VaultRecord): string | null {
    try {
      open(record.envelope, toContext(record), this.#requireKey(record)).fill(0);
      return null;
    } catch (error) {
      if (error instanceof EnvelopeError) return error.message;
      throw error;
    }
  }

  #requireEncryptionKey(): KeyEncryptionKey {
    const [first] = this.#options.keys;
    if (this.closedBecause !== null || first === undefined) {
      throw new VaultClosedError(this.closedBecause ?? 'no key is configured');
    }
    return first;
  }

  #requireKey({ envelope: { kekId } }: VaultRecord): KeyEncryptionKey {
    const key = this.#keys.get(kekId);
    if (key === undefined) throw new EnvelopeError(`no configured key has the id ${kekId}`);
    return key;
  }
}

function toEntry({ venue, kind, addedAt }: VaultRecord): CredentialEntry {
  return { venue, kind, addedAt };
}
