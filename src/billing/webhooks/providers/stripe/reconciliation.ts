import type { JsonObject } from '../../../../domain/index.ts';
import { type Clock, DAY_MS, type EpochMs, MINUTE_MS } from '../../../../domain/index.ts';
import type { Deposit } from '../../../deposits/deposit.ts';
import type { DepositStore } from '../../../deposits/deposit-store.ts';
import { MalformedEventError } from '../../provider-event.ts';
import type { StripeEvents } from './events-api.ts';

/** Stripe keeps events for 30 days. */
export const MAX_WINDOW_MS = 30 * DAY_MS;
/** A webhook is in progress for a moment, and for days when it has to be sent again. */
const UNDER_WAY_MS = 2 * MINUTE_MS;
const RESENT_FOR_MS = 3 * DAY_MS;
const DEPOSITS_PER_PAGE = 1_000;

export interface Reconciliation {
  /** Events that were read. */
  readonly events: number;
  /** The events among them that no webhook had delivered; they are applied now. */
  readonly taken: number;
  /** Ids of events that could not be read. */
  readonly malformed: readonly string[];
  /** Ids of deposits that Stripe knows no event of. Only of a whole window. */
  readonly unconfirmed: readonly string[];
  /** How many deposits were compared. */
  readonly compared: number;
  /** Micro-USD of the compared deposits, and of those that Stripe confirmed. */
  readonly value: { readonly compared: number; readonly confirmed: number };
  /** When the oldest unconfirmed deposit was recorded; null: none. */
  readonly oldestUnconfirmedAt: EpochMs | null;
}

export interface StripeReconcilerOptions {
  readonly events: StripeEvents;
  /** Takes an event as its webhook would. @returns Whether the event is new. */
  readonly take: (event: JsonObject) => Promise<boolean>;
  readonly deposits: Pick<DepositStore, 'list' | 'findFirstAt'>;
  /** Mode of the key. Without one, deposits of the other mode are not in its list: nothing is compared backwards. */
  readonly mode: 'live' | 'test' | null;
  readonly clock: Clock;
}

/** Compares Stripe's list of events with the recorded ones, for outages longer than Stripe retries webhooks. */
export class StripeReconciler {
  readonly #options: StripeReconcilerOptions;

  constructor(options: StripeReconcilerOptions) {
    this.#options = options;
  }

  /**
   * Takes every event of the last `windowMs` that no webhook brought, and looks for the event of every deposit. Events
   * before the first deposit belong to an earlier system and are ignored.
   *
   * @throws {UpstreamError} when Stripe cannot be read; events taken until then stay.
   */
  async run(windowMs: number, signal: AbortSignal): Promise<Reconciliation> {
    const { events, take, deposits, clock } = this.#options;
    const now = clock();
    const first = (await deposits.findFirstAt('stripe')) ?? now;
    const from = Math.max(first, now - Math.min(windowMs, MAX_WINDOW_MS)) as EpochMs;
    const seen = new Set<string>();
    const malformed: string[] = [];
    let taken = 0;
    for await (const event of events.listSince(from, signal)) {
      const id = String(event.id);
      seen.add(id);
      const isUnderWay = typeof event.created === 'number' && event.created * 1_000 > now - UNDER_WAY_MS;
      if (isUnderWay) continue;
      try {
        if (await take(event)) taken++;
      } catch (error) {
        if (!(error instanceof MalformedEventError)) throw error;
        malformed.push(id);
      }
    }
    return { events: seen.size, taken, malformed, ...(await this.#compare(seen, from, now)) };
  }

  /** A deposit may be recorded days after its event: only those that are young enough are compared. */
  async #compare(seen: ReadonlySet<string>, from: number, now: number) {
    const unconfirmed: string[] = [];
    const value = { compared: 0, confirmed: 0 };
    let compared = 0;
    let oldestUnconfirmedAt: EpochMs | null = null;
    const oldest = from + RESENT_FOR_MS;
    const isComparable = (deposit: Deposit) =>
      deposit.source === 'stripe' && deposit.createdAt >= oldest && deposit.createdAt <= now - UNDER_WAY_MS;
    if (this.#options.mode === null) return { unconfirmed, compared, value, oldestUnconfirmedAt };
    for await (const deposit of this.#listRecorded(oldest)) {
      if (!isComparable(deposit)) continue;
      const microUsd = deposit.microUsd ?? 0;
      compared++;
      value.compared += microUsd;
      if (deposit.eventId !== null && seen.has(deposit.eventId)) value.confirmed += microUsd;
      else {
        unconfirmed.push(deposit.id);
        // Newest first.
        oldestUnconfirmedAt = deposit.createdAt;
      }
    }
    return { unconfirmed, compared, value, oldestUnconfirmedAt };
  }

  async *#listRecorded(since: number): AsyncGenerator<Deposit> {
    let cursor: string | undefined;
    do {
      const page = await this.#options.deposits.list({ limit: DEPOSITS_PER_PAGE, cursor });
      yield* page?.deposits ?? [];
      // A clock that was set back leaves a day of doubt about the order.
      const isOld = (page?.deposits.at(-1)?.createdAt ?? 0) < since - DAY_MS;
      cursor = isOld ? undefined : (page?.nextCursor ?? undefined);
    } while (cursor !== undefined);
  }
}
