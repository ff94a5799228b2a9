import {
  type AssetRef,
  type Clock,
  DAY_MS,
  type EpochMs,
  epochMs,
  findAssetRef,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  type VenueId,
} from '../../domain/index.ts';
import { type Backoff, computeDoubledMs } from '../../scheduling/backoff.ts';
import { EnvelopeError } from '../../vault/envelope.ts';
import { type Vault, VaultClosedError } from '../../vault/vault.ts';
import type { CredentialKey } from '../../vault/vault-record.ts';
import type { AccountEvent, ExecutionVenue, HoldingsReading, OpenedSecret } from '../execution/index.ts';
import type { OpenMarket } from '../orders/order-figures.ts';
import type { MarketEnd } from '../positions/position-closer.ts';
import { computeDifference, isDifferent } from './difference.ts';
import { ForeignOrders } from './foreign-orders.ts';
import type { HoldingStore } from './holding-store.ts';

export interface AccountReadingsOptions {
  readonly store: HoldingStore;
  readonly vault: Pick<Vault, 'withSecret' | 'closedBecause'>;
  /** Venues whose accounts are read; empty in mock mode. */
  readonly venues: ReadonlyMap<VenueId, ExecutionVenue>;
  /** Finds how a market has ended; null: it has not. */
  readonly findEnd: (market: OpenMarket) => Promise<MarketEnd | null>;
  readonly clock: Clock;
  /** Receives errors of this service during a reading. Failures of venues are stored as the account's problem. */
  readonly onFault: (error: unknown) => void;
}

const READ_EVERY_MS = MINUTE_MS;
/** Time between readings of an account in which no bot has traded recently. */
const READ_IDLE_EVERY_MS = 10 * MINUTE_MS;
/** Time after a bot's last trade in a market for which the market is read, even without a position. */
const TRADED_WITHIN_MS = 7 * DAY_MS;
const READINGS_PER_ROUND = 20;
const RETRY: Backoff = { firstMs: READ_EVERY_MS, maxMs: 10 * MINUTE_MS };
const TIMEOUT_MS = 10 * SECOND_MS;
/** Shortest pause before another reading of an account whose limits have no room. */
const HELD_BACK_MS = 5 * SECOND_MS;
/** Time before now that each search for events covers at least, because venues list events late. */
const EVENTS_BACK_MS = DAY_MS;
/**
 * Time after a trade by which the account's holdings include it. Where trades wait for a chain, they do within a
 * minute.
 */
const SETTLED_AFTER_MS: Readonly<Partial<Record<VenueId, number>>> = {
  hyperliquid: 10 * SECOND_MS,
  kalshi: 10 * SECOND_MS,
};
const SETTLED_ON_CHAIN_MS = 45 * SECOND_MS;

/**
 * Reads the holdings of the accounts behind stored credentials, one after another, and compares them with the records
 * of their bots. Readings give way to all calls except checks of credentials.
 */
export class AccountReadings {
  readonly #options: AccountReadingsOptions;
  /** Times until which accounts of a venue are not read, because the limits of this address have no room. */
  readonly #pausedUntil = new Map<VenueId, number>();
  /** Times until which an account is not read, because its own limits have no room, by credential. */
  readonly #heldBackUntil = new Map<string, number>();
  /** The account of each venue that was kept back last; a successful reading removes it. */
  readonly #lastHeldBack = new Map<VenueId, string>();
  /** Number of failures in a row, by credential. */
  readonly #failures = new Map<string, number>();
  /** Accounts with fills since their last reading. */
  readonly #traded = new Map<string, CredentialKey>();
  /** Counts the resting orders in the accounts that none of their bots placed. */
  readonly foreignOrders: ForeignOrders;
  #isRunning = false;

  constructor(options: AccountReadingsOptions) {
    this.#options = options;
    this.foreignOrders = new ForeignOrders(options.store.queries, options.clock);
  }

  /** Notes a fill in an account. An idle account is then read within a minute. */
  noteFill({ owner, venue }: CredentialKey): void {
    if (this.#options.venues.size > 0) this.#traded.set(toKey({ owner, venue }), { owner, venue });
  }

  /** Reads some of the accounts that are due. Rounds never overlap, however long one takes. */
  async runRound(): Promise<void> {
    const { store, vault, venues, clock, onFault } = this.#options;
    if (this.#isRunning || venues.size === 0 || vault.closedBecause !== null) return;
    this.#isRunning = true;
    try {
      for (const [key, until] of this.#heldBackUntil) if (until <= clock()) this.#heldBackUntil.delete(key);
      const atMost = READINGS_PER_ROUND + this.#heldBackUntil.size;
      const idle = await this.#listNoLongerIdle();
      const due = [...(await store.queries.listDue(clock(), atMost, this.#listPaused())), ...idle];
      // Accounts of one venue are read one after another; venues have separate limits, so they are read at the same
      // time.
      const lines = Map.groupBy(due, ({ venue }) => venue).values();
      await Promise.all(
        [...lines].map(async (line) => {
          for (const credential of line) {
            if (this.#listPaused().includes(credential.venue)) return;
            if (this.#heldBackUntil.has(toKey(credential))) continue;
            const traded = this.#traded.get(toKey(credential));
            const read = await this.read(credential).catch(onFault);
            // The account stays due if it had another fill meanwhile, or could not be read.
            if (read && this.#traded.get(toKey(credential)) === traded)
              this.#traded.delete(toKey(credential));
          }
        }),
      );
    } finally {
      this.#isRunning = false;
    }
  }

  /** Lists accounts with fills whose next reading is further away than that of an active account. */
  async #listNoLongerIdle(): Promise<CredentialKey[]> {
    const { store, clock } = this.#options;
    const waiting: CredentialKey[] = [];
    for (const [key, credential] of this.#traded) {
      const account = await store.queries.findAccount(credential);
      const now = clock();
      // An account without a reading is due already, and one whose reading failed waits for its own next try.
      if (account === null || account.nextAt <= now + READ_EVERY_MS || this.#failures.has(key)) {
        this.#traded.delete(key);
      } else if ((account.checkedAt ?? 0) + READ_EVERY_MS <= now) waiting.push(credential);
    }
    return waiting;
  }

  /** Reads one account now. @returns Its holdings; null: it could not be read. */
  async read(credential: CredentialKey): Promise<Extract<HoldingsReading, { status: 'read' }> | null> {
    const { store, vault, venues, clock } = this.#options;
    const { owner, venue } = credential;
    const execution = venues.get(venue);
    const startedAt = clock();
    const markets = await store.queries.listMarkets(credential, startedAt - TRADED_WITHIN_MS);
    const refs = markets.flatMap(({ asset }) => findAssetRef(asset) ?? []);
    const everyMs = refs.length === 0 ? READ_IDLE_EVERY_MS : READ_EVERY_MS;
    const nextAt = epochMs(startedAt + everyMs);
    if (execution?.readHoldings === undefined) {
      await store.putUnread({ owner, venue, now: startedAt, nextAt, problem: `${venue} is not configured` });
      return null;
    }
    try {
      const reading = await vault.withSecret(credential, async (secret) => {
        const held = await execution.readHoldings?.(refs, secret, AbortSignal.timeout(TIMEOUT_MS));
        if (held?.status !== 'read') return held ?? null;
        const quietSince = epochMs(startedAt - (SETTLED_AFTER_MS[venue] ?? SETTLED_ON_CHAIN_MS));
        const ended = await this.#listEnded(held, venue);
        const differing = await this.#listDiffering(credential, held, refs, quietSince);
        const events =
          differing.length === 0
            ? []
            : await this.#readEvents(execution, credential, differing, secret, startedAt);
        const assets = new Map(refs.map(({ storeKey, asset }) => [storeKey, asset]));
        await store.putReading({
          owner,
          venue,
          account: held.account,
          freeUsd: held.freeUsd,
          events,
          quietSince,
          markets: held.markets.map((market) => ({
            ...market,
            asset: assets.get(market.storeKey) ?? market.storeKey,
            hasEnded: ended.has(market.storeKey),
          })),
          readAt: startedAt,
          nextAt,
        });
        const wasLost = this.#failures.has(toKey(credential));
        await this.foreignOrders.look(execution, credential, { refs, secret, wasLost });
        return held;
      });
      if (reading?.status === 'read') {
        this.#failures.delete(toKey(credential));
        this.#lastHeldBack.delete(venue);
        return reading;
      }
      await this.#noteFailure(
        credential,
        reading?.problem ?? 'no credential is stored',
        reading?.retryAfterMs,
      );
      return null;
    } catch (error) {
      if (error instanceof VaultClosedError) return null;
      const isUnreadable = error instanceof EnvelopeError;
      await this.#noteFailure(
        credential,
        isUnreadable ? 'it does not open' : 'the service failed while it was read',
      );
      if (!isUnreadable) throw error;
      return null;
    }
  }

  /** Reads one market of an account now, and stores nothing. @returns null: it could not be read. */
  async readMarket(
    credential: CredentialKey,
    ref: AssetRef,
  ): Promise<Extract<HoldingsReading, { status: 'read' }> | null> {
    const { vault, venues } = this.#options;
    const execution = venues.get(credential.venue);
    if (execution?.readHoldings === undefined || vault.closedBecause !== null) return null;
    const reading = await vault.withSecret(
      credential,
      async (secret) =>
        (await execution.readHoldings?.([ref], secret, AbortSignal.timeout(TIMEOUT_MS))) ?? null,
    );
    return reading?.status === 'read' ? reading : null;
  }

  /** Lists the ended markets in which the account holds anything. */
  async #listEnded(held: Extract<HoldingsReading, { status: 'read' }>, venue: VenueId): Promise<Set<string>> {
    const ended = new Set<string>();
    for (const { storeKey } of held.markets) {
      if ((await this.#options.findEnd({ venue, storeKey })) !== null) ended.add(storeKey);
    }
    return ended;
  }

  /** Lists the markets whose reading differs from the records although no order is in progress. */
  async #listDiffering(
    credential: CredentialKey,
    held: Extract<HoldingsReading, { status: 'read' }>,
    refs: readonly AssetRef[],
    quietSince: EpochMs,
  ): Promise<AssetRef[]> {
    const { queries } = this.#options.store;
    const [records, busy, known] = await Promise.all([
      queries.listRecords(credential),
      queries.listBusyMarkets(credential, quietSince),
      queries.listHoldings(credential.owner),
    ]);
    return refs.filter(({ storeKey }) => {
      const market = held.markets.find((one) => one.storeKey === storeKey);
      if (market === undefined || busy.includes(storeKey)) return false;
      const row = known.find((one) => one.venue === credential.venue && one.storeKey === storeKey);
      const ofMarket = records.filter((record) => record.storeKey === storeKey);
      const difference = computeDifference(market.size, row?.disowned ?? '0', ofMarket);
      return isDifferent(credential.venue, storeKey, difference);
    });
  }

  /**
   * Reads the events that the venue caused in the account. Without an answer there are none, and differences stay
   * unexplained.
   */
  async #readEvents(
    execution: ExecutionVenue,
    credential: CredentialKey,
    markets: readonly AssetRef[],
    secret: OpenedSecret,
    now: EpochMs,
  ): Promise<readonly AccountEvent[]> {
    const account = await this.#options.store.queries.findAccount(credential);
    // The account's first holdings already contain earlier events, which belong to no record.
    const back = Math.min(now - EVENTS_BACK_MS, (account?.checkedAt ?? now) - HOUR_MS);
    const since = epochMs(Math.max(account?.since ?? now, back));
    const read = await execution.readEvents?.({ markets, since }, secret, AbortSignal.timeout(TIMEOUT_MS));
    return read?.status === 'read' ? read.events : [];
  }

  async #noteFailure(credential: CredentialKey, problem: string, retryAfterMs?: number): Promise<void> {
    const { store, clock } = this.#options;
    const { owner, venue } = credential;
    const now = clock();
    const key = toKey(credential);
    if (retryAfterMs !== undefined) {
      // The account stays due, and the other accounts do not wait for it.
      const until = now + Math.min(Math.max(retryAfterMs, HELD_BACK_MS), MINUTE_MS);
      this.#heldBackUntil.set(key, until);
      // Two different accounts in a row were kept back, so the limit that they share has no room.
      if ((this.#lastHeldBack.get(venue) ?? key) !== key) this.#pausedUntil.set(venue, until);
      this.#lastHeldBack.set(venue, key);
      return;
    }
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    const waitMs = computeDoubledMs(RETRY, failures);
    await store.putUnread({ owner, venue, now, nextAt: epochMs(now + waitMs), problem });
  }

  #listPaused(): VenueId[] {
    const now = this.#options.clock();
    return [...this.#pausedUntil].filter(([, until]) => until > now).map(([venue]) => venue);
  }
}

function toKey({ owner, venue }: CredentialKey): string {
  return `${owner} ${venue}`;
}
