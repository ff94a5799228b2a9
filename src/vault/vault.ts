import type { Clock, EpochMs, RandomBytes, VenueId } from '../domain/index.ts';
import { EnvelopeError, open, rewrap, seal } from './envelope.ts';
import type { KeyEncryptionKey } from './key-encryption-key.ts';
import type { CredentialKey, CredentialKind, KeyCheck, VaultRecord, VaultStore } from './vault-store.ts';

/** A credential as its owner gave it. */
export type Secret = Readonly<Record<string, string>>;

/** The members of a credential that may be shown. */
export interface CredentialEntry {
  readonly venue: VenueId;
  readonly kind: CredentialKind;
  readonly addedAt: EpochMs;
}

/** A record that a rotation could not move. */
export interface SkippedRecord extends CredentialKey {
  /** Names the key that it says it is under. */
  readonly keyId: string;
  readonly problem: string;
}

export interface Rotation {
  /** How many records are under the first key now that were not. */
  readonly moved: number;
  readonly skipped: readonly SkippedRecord[];
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
}

/** Where the check value of a key belongs; no owner can have this name. */
const CHECK_CONTEXT = { owner: '', venue: '', kind: 'check' } as const;
const CHECK_TEXT = Buffer.from('crosstape vault');
const RECORDS_PER_ROUND = 100;

/** Venue credentials under envelope encryption. They are opened only inside the call that needs them. */
export class Vault {
  readonly #options: VaultOptions;
  readonly #keys: ReadonlyMap<string, KeyEncryptionKey>;
  /** null: open. Otherwise why nothing opens. */
  readonly closedBecause: string | null;

  private constructor(options: VaultOptions, closedBecause: string | null) {
    this.#options = options;
    this.#keys = new Map(options.keys.map((key) => [key.id, key]));
    this.closedBecause = closedBecause;
  }

  /** Checks the keys against the stored check values. A wrong key closes the vault and overwrites no record. */
  static async start(options: VaultOptions): Promise<Vault> {
    const [first] = options.keys;
    if (first === undefined) return new Vault(options, 'no key is configured');
    const checks = await options.store.listKeyChecks();
    const problem = findKeyProblem(options.keys, checks);
    if (problem !== null) return new Vault(options, problem);
    if (!checks.some(({ kekId }) => kekId === first.id)) {
      await options.store.putKeyCheck({
        kekId: first.id,
        envelope: seal(CHECK_TEXT, CHECK_CONTEXT, first, options.random),
      });
    }
    return new Vault(options, null);
  }

  /** Names the key that encrypts; null: none is configured. */
  get keyId(): string | null {
    return this.#options.keys[0]?.id ?? null;
  }

  /** Stores a credential and replaces the one before. @throws {VaultClosedError} */
  async put(credential: CredentialKey, kind: CredentialKind, secret: Secret): Promise<CredentialEntry> {
    const { store, clock, random } = this.#options;
    const key = this.#requireEncryptionKey();
    const text = Buffer.from(JSON.stringify(secret));
    try {
      const envelope = seal(text, { ...credential, kind }, key, random);
      const record = { ...credential, kind, envelope, addedAt: clock() };
      await store.put(record);
      return toEntry(record);
    } finally {
      text.fill(0);
    }
  }

  /** An owner's credentials, without their content. Works while the vault is closed. */
  async list(owner: string): Promise<CredentialEntry[]> {
    return (await this.#options.store.list(owner)).map(toEntry);
  }

  /** @returns Whether there was one. Works while the vault is closed. */
  remove(credential: CredentialKey): Promise<boolean> {
    return this.#options.store.remove(credential);
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
   */
  async rotate(): Promise<Rotation> {
    const { store, random } = this.#options;
    const to = this.#requireEncryptionKey();
    let moved = 0;
    const skipped: SkippedRecord[] = [];
    let last: VaultRecord | undefined;
    for (;;) {
      const records = await store.listNotUnder(to.id, RECORDS_PER_ROUND, last);
      for (const record of records) {
        try {
          const keys = { from: this.#requireKey(record), to };
          const envelope = rewrap(record.envelope, toContext(record), keys, random);
          if (await store.replaceWrap(record, envelope)) moved++;
        } catch (error) {
          if (!(error instanceof EnvelopeError)) throw error;
          const { owner, venue, envelope } = record;
          skipped.push({ owner, venue, keyId: envelope.kekId, problem: error.message });
        }
      }
      last = records.at(-1);
      if (records.length < RECORDS_PER_ROUND) break;
    }
    await store.dropUnusedKeyChecks(to.id);
    return { moved, skipped };
  }

  /**
   * Removes a credential that does not open, and with the last one under its key the need for that key.
   *
   * @returns `opens`: it is not removed.
   * @throws {VaultClosedError}
   */
  async removeUnopenable(credential: CredentialKey): Promise<'removed' | 'absent' | 'opens'> {
    const { store } = this.#options;
    const first = this.#requireEncryptionKey();
    for (;;) {
      const record = await store.find(credential);
      if (record === null) return 'absent';
      if (this.#canOpen(record)) return 'opens';
      // One that its owner has stored again meanwhile is looked at, too.
      if (await store.removeUnchanged(record)) break;
    }
    await store.dropUnusedKeyChecks(first.id);
    return 'removed';
  }

  #canOpen(record: VaultRecord): boolean {
    try {
      open(record.envelope, toContext(record), this.#requireKey(record)).fill(0);
      return true;
    } catch (error) {
      if (error instanceof EnvelopeError) return false;
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

/** Every key that was in use must be there still, and open what it sealed. */
function findKeyProblem(keys: readonly KeyEncryptionKey[], checks: readonly KeyCheck[]): string | null {
  for (const { kekId, envelope } of checks) {
    const key = keys.find(({ id }) => id === kekId);
    if (key === undefined) return `the records are under key ${kekId}, which is not configured`;
    try {
      if (!open(envelope, CHECK_CONTEXT, key).equals(CHECK_TEXT))
        return `the check value of key ${kekId} is wrong`;
    } catch (error) {
      if (error instanceof EnvelopeError) return `the check value of key ${kekId} does not open`;
      throw error;
    }
  }
  return null;
}

function toContext({ owner, venue, kind }: VaultRecord) {
  return { owner, venue, kind };
}

function toEntry({ venue, kind, addedAt }: VaultRecord): CredentialEntry {
  return { venue, kind, addedAt };
}
