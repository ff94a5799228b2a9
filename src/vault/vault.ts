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

/** A credential as its owner gave it. */
export type Secret = Readonly<Record<string, string>>;

/** The members of a credential that may be shown. */
export interface CredentialEntry {
  readonly venue: VenueId;
  readonly kind: CredentialKind;
  readonly addedAt: EpochMs;
}

/** A credential, and whether the configured keys opened it just now. */
export interface OpenedEntry extends CredentialEntry {
  readonly opens: boolean;
}

/** The vault is closed: no key is configured, or not the one that its records are under. */
export class VaultClosedError extends Error {
  override readonly name = 'VaultClosedError';
}

export interface VaultOptions {
  readonly store: VaultStore;
  /** The first encrypts, all decrypt. Empty: the vault is closed. */
  readonly keys: readonly KeyEncryptionKey[];
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Holders; absent: this process has the vault for itself. */
  readonly holders?: KeyHolders;
  /**
   * Whether the vault is that of a command, which stores the check value of its key only when it changes records.
   * Default: false.
   */
  readonly isCommand?: boolean;
}

const FORGOTTEN_PER_ROUND = 100;

/** Venue credentials under envelope encryption. They are opened only inside the call that needs them. */
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

  /** Checks the keys against the stored check values. A wrong key closes the vault and overwrites no record. */
  static async start(options: VaultOptions): Promise<Vault> {
    const vault = new Vault(options);
    await vault.#checkKeys({ stores: options.isCommand !== true });
    return vault;
  }

  /** null: open. Otherwise why nothing opens. */
  get closedBecause(): string | null {
    return this.#closedBecause;
  }

  /** Names the key that encrypts; null: none is configured. */
  get keyId(): string | null {
    return this.#options.keys[0]?.id ?? null;
  }

  /** Stores a credential and replaces the one before. @throws {VaultClosedError} */
  async put(credential: CredentialKey, kind: CredentialKind, secret: Secret): Promise<CredentialEntry> {
    const { store, clock, random } = this.#options;
    const text = Buffer.from(JSON.stringify(secret));
    try {
      for (;;) {
        const envelope = seal(text, { ...credential, kind }, this.#requireEncryptionKey(), random);
        const record = { ...credential, kind, envelope, addedAt: clock() };
        if (await store.put(record)) return toEntry(record);
        // Another process moved all records to another key meanwhile. This one goes on if it has that key, too.
        await this.#checkKeys({ stores: true });
      }
    } finally {
      text.fill(0);
    }
  }

  /** An owner's credentials, without their content. Works while the vault is closed. */
  async list(owner: string): Promise<OpenedEntry[]> {
    const records = await this.#options.store.list(owner);
    return records.map((record) => ({ ...toEntry(record), opens: this.#findProblem(record) === null }));
  }

  /** @returns Whether there was one. Works while the vault is closed. */
  remove(credential: CredentialKey): Promise<boolean> {
    return this.#options.store.remove(credential, this.#options.clock());
  }

  /**
   * Looks at all records: those that no configured key opens wait in the review from now on, those that open no longer
   * do. Works while the vault is closed.
   *
   * @returns How many do not open.
   */
  noteUnreadable(): Promise<number> {
    const { store, clock } = this.#options;
    return noteUnreadable({ store, clock, findProblem: (record) => this.#findProblem(record) });
  }

  /**
   * Opens a credential for the length of one piece of work.
   *
   * @returns The result of `use`; null when there is no credential.
   * @throws {VaultClosedError}
   * @throws {EnvelopeError} when the record was tampered with.
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
   * Puts all records under the first key, so that the other keys can be taken out of the configuration. A record that
   * does not open stays as it is, and so does the need for its key.
   *
   * @throws {VaultClosedError}
   * @throws {KeyInUseError} when a running process could not open the moved records. Nothing was changed.
   */
  async rotate(): Promise<Rotation> {
    const { store, random } = this.#options;
    const to = this.#requireEncryptionKey();
    await requireKeyEverywhere(this.#holders, to.id);
    await this.#checkKeys({ stores: true });
    this.#requireEncryptionKey();
    // A process that starts from here on finds the check value of the key; one that started meanwhile is listed.
    await requireKeyEverywhere(this.#holders, to.id);
    const requireKey = (record: VaultRecord) => this.#requireKey(record);
    const rotation = await moveRecords({ store, random, to, requireKey });
    if (rotation === null) throw new VaultClosedError(`another process took key ${to.id} out of use`);
    await store.dropUnusedKeyChecks(to.id);
    return rotation;
  }

  /**
   * Removes a credential that does not open, and with the last one under its key the need for that key.
   *
   * @returns `opens`: it is not removed.
   * @throws {VaultClosedError}
   */
  async removeUnopenable(credential: CredentialKey): Promise<'removed' | 'absent' | 'opens'> {
    const { store, clock } = this.#options;
    const first = this.#requireEncryptionKey();
    for (;;) {
      const record = await store.find(credential);
      if (record === null) return 'absent';
      if (this.#findProblem(record) === null) return 'opens';
      // A credential that its owner has stored again meanwhile is looked at, too.
      if (await store.removeUnchanged(record, clock())) break;
    }
    await store.dropUnusedKeyChecks(first.id);
    return 'removed';
  }

  /**
   * Gives up a key that is lost: removes the credentials under it, and the need for it. The vault opens if that key was
   * all it lacked.
   *
   * @returns The credentials; `unknown`: nothing is under such a key; `configured`: the key is not lost, nothing was
   * removed.
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
   * Opens or closes the vault by the check values of the keys in use.
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
      // Another process began to use a key since, if this one was not stored: that key is looked at, too.
      if (await store.admitKey(sealKeyCheck(first, random), verified)) return;
    }
  }

  /** Why no configured key opens a record; null: one does. */
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
