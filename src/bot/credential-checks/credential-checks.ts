import { type Clock, epochMs, HOUR_MS, MINUTE_MS, type VenueId } from '../../domain/index.ts';
import { EnvelopeError } from '../../vault/envelope.ts';
import { type CredentialEntry, type Secret, type Vault, VaultClosedError } from '../../vault/vault.ts';
import type { CredentialKey, CredentialKind } from '../../vault/vault-record.ts';
import { type CredentialForm, type ExecutionVenue, inspectCredential } from '../execution/index.ts';
import type { CheckStore } from './check-store.ts';
import type { CredentialVerdict, StoredVerdict } from './credential-verdict.ts';

export interface CredentialChecksOptions {
  readonly store: CheckStore;
  readonly vault: Vault;
  /** Venues that judge credentials. Empty in mock mode, where only the form of a credential is judged. */
  readonly venues: ReadonlyMap<VenueId, ExecutionVenue>;
  readonly clock: Clock;
  /** Receives errors of this service during a check. Failures of venues are part of the verdict. */
  readonly onFault: (error: unknown) => void;
}

/** A credential as its owner sees it. */
export interface ShownCredential extends CredentialEntry, CredentialVerdict {}

/** Time after a good verdict until the next check: rights are taken away, and agents expire. */
const GOOD_FOR_MS = 6 * HOUR_MS;
/** Time after a bad verdict until the next check: the owner may just have corrected the credential at the venue. */
const BAD_FOR_MS = 5 * MINUTE_MS;
const RETRY_MS = MINUTE_MS;
const CHECKS_PER_ROUND = 10;
/** Longest pause of checks at a venue whose limits have no room; the venue's client states the pause. */
const MAX_PAUSE_MS = MINUTE_MS;
const TIMEOUT_MS = 10_000;
const NOT_OPENED = 'it does not open: store it again';
/** Problem of every credential while the vault is closed. Owners are not told which key is missing. */
const VAULT_CLOSED = 'the credential vault does not open: the operator has to set its key';

/**
 * Checks in the background whether stored credentials allow trading and nothing more, so storing a credential never
 * waits for a venue. Verdicts are stored without any part of the credential.
 */
export class CredentialChecks {
  readonly #options: CredentialChecksOptions;
  /** Times until which no credential is checked, by venue: checks give way to trading. */
  readonly #pausedUntil = new Map<VenueId, number>();
  #isRunning = false;

  constructor(options: CredentialChecksOptions) {
    this.#options = options;
  }

  /**
   * Makes every stored credential due within an hour, since the service may have started with other addresses of
   * venues. Look-ups of unfinished orders come first.
   */
  async start(): Promise<void> {
    await this.#options.store.makeAllDue(this.#now(), { usable: HOUR_MS, unusable: BAD_FOR_MS });
  }

  /** Stores a first verdict on a new credential, by its form. The venue is asked in the next round. */
  async noteStored(
    credential: CredentialKey,
    { kind, addedAt }: CredentialEntry,
    secret: Secret,
  ): Promise<void> {
    const form = judgeForm(credential.venue, kind, secret);
    const nextAt = form.usable && this.#options.venues.has(credential.venue) ? this.#now() : null;
    await this.#options.store.put({ ...credential, addedAt, ...form, checkedAt: null, nextAt });
  }

  async noteRemoved(credential: CredentialKey): Promise<void> {
    await this.#options.store.remove(credential);
  }

  /** Lists the verdicts on all credentials of an owner. A credential that the vault cannot open now is not usable. */
  async list(owner: string): Promise<ShownCredential[]> {
    const { store, vault } = this.#options;
    const [verdicts, entries] = await Promise.all([store.list(owner), vault.list(owner)]);
    return entries.map(({ opens, ...entry }) => {
      const known = verdicts.find((one) => one.venue === entry.venue && one.addedAt === entry.addedAt);
      const { usable = false, missing = [], problem = 'not looked at yet', checkedAt = null } = known ?? {};
      const shown = { ...entry, usable, missing, problem, checkedAt };
      if (vault.closedBecause !== null) return { ...shown, usable: false, problem: VAULT_CLOSED };
      return opens ? shown : { ...shown, usable: false, problem: NOT_OPENED };
    });
  }

  /** Finds the words by which a venue refused a credential; null: it did not, or was not asked yet. */
  async findRefusal(credential: CredentialKey): Promise<string | null> {
    const known = await this.#options.store.find(credential);
    return known === null || known.usable || known.checkedAt === null ? null : known.problem;
  }

  /** Makes a verdict due at once, because the venue has refused an order on account of its credential. */
  async doubt(credential: CredentialKey): Promise<void> {
    await this.#options.store.makeDue(credential, this.#now());
  }

  /** Counts by venue the credentials that the venue has refused. */
  countRefused() {
    return this.#options.store.countRefused();
  }

  /** Checks some of the credentials that are due. Rounds never overlap, however long one takes. */
  async runRound(): Promise<void> {
    if (this.#isRunning || this.#options.vault.closedBecause !== null) return;
    this.#isRunning = true;
    try {
      const found = await this.#options.store.listDue(this.#now(), CHECKS_PER_ROUND, this.#listPaused());
      for (const due of found) {
        if (!this.#listPaused().includes(due.venue)) await this.#check(due);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  async #check(due: StoredVerdict): Promise<void> {
    const { store, vault, venues } = this.#options;
    const { owner, venue } = due;
    const entry = (await vault.list(owner)).find((one) => one.venue === venue);
    if (entry === undefined) return store.remove(due);
    try {
      const verdict = await vault.withSecret({ owner, venue }, async (secret) => {
        const form = judgeForm(venue, entry.kind, secret);
        const execution = venues.get(venue);
        if (!form.usable || execution === undefined) return { ...form, checkedAt: null, nextAt: null };
        return this.#ask(execution, secret, due);
      });
      if (verdict !== null) await store.put({ owner, venue, addedAt: entry.addedAt, ...verdict });
    } catch (error) {
      if (error instanceof VaultClosedError) return;
      // Either the credential does not open or the service failed. Neither is a reason to ask again in every round.
      const problem =
        error instanceof EnvelopeError ? NOT_OPENED : 'the service failed while it was looked at';
      this.#options.onFault(error);
      const nextAt = epochMs(this.#now() + BAD_FOR_MS);
      const form = { usable: false, missing: [], problem, checkedAt: null };
      await store.put({ owner, venue, addedAt: entry.addedAt, ...form, nextAt });
    }
  }

  async #ask(execution: ExecutionVenue, secret: Secret, before: StoredVerdict) {
    const check = await execution.checkCredential(secret, AbortSignal.timeout(TIMEOUT_MS));
    const now = this.#now();
    const good = { usable: true, missing: [], problem: null } as const;
    switch (check.status) {
      case 'usable':
        return { ...good, problem: check.note ?? null, checkedAt: now, nextAt: epochMs(now + GOOD_FOR_MS) };
      case 'unusable':
        return {
          ...good,
          usable: false,
          problem: check.problem,
          checkedAt: now,
          nextAt: epochMs(now + BAD_FOR_MS),
        };
      case 'unknown': {
        const nextAt = epochMs(now + RETRY_MS);
        const { retryAfterMs } = check;
        if (retryAfterMs !== undefined)
          this.#pausedUntil.set(before.venue, now + Math.min(retryAfterMs, MAX_PAUSE_MS));
        // The venue gave no answer, so its earlier verdict stays.
        if (before.checkedAt !== null) return { ...before, nextAt };
        // The venue takes no check now, so the credential stays among those that were never checked.
        if (retryAfterMs !== undefined) return { ...good, checkedAt: null, nextAt };
        return {
          ...good,
          problem: `the venue could not be asked: ${check.problem}`,
          checkedAt: null,
          nextAt,
        };
      }
    }
  }

  #listPaused(): VenueId[] {
    const now = this.#now();
    return [...this.#pausedUntil].filter(([, until]) => until > now).map(([venue]) => venue);
  }

  #now() {
    return this.#options.clock();
  }
}

function judgeForm(venue: VenueId, kind: CredentialKind, secret: Secret): CredentialForm {
  if (kind === 'oauth') return { usable: false, missing: [], problem: 'no venue trades with oauth' };
  return inspectCredential(venue, secret);
}
