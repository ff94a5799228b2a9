import type { JsonObject } from '../../../../domain/index.ts';
import { type Clock, DAY_MS, type EpochMs, MINUTE_MS } from '../../../../domain/index.ts';
import type { Deposit } from '../../../deposits/deposit.ts';
import type { DepositStore } from '../../../deposits/deposit-store.ts';
import { MalformedEventError } from '../../provider-event.ts';
import type { StripeEvents } from './events-api.ts';

/** Longest window that can be compared: Stripe keeps events for 30 days. */
export const MAX_WINDOW_MS = 30 * DAY_MS;
/** Age below which an event is left out: its webhook may still be under way. */
const UNDER_WAY_MS = 2 * MINUTE_MS;
const RESENT_FOR_MS = 3 * DAY_MS;
const DEPOSITS_PER_PAGE = 1_000;

export interface Reconciliation {
  /** Number of events that Stripe listed. */
  readonly events: number;
  /** Number of listed events that no webhook had delivered. This run applied them. */
  readonly taken: number;
  /** Ids of listed events that could not be interpreted. */
  readonly malformed: readonly string[];
  /** Ids of compared deposits for which Stripe listed no event. */
  readonly unconfirmed: readonly string[];
  /** Number of compared deposits. */
  readonly compared: number;
  /** Micro-USD of the compared deposits, and of the deposits among them that Stripe confirms. */
  readonly value: { readonly compared: number; readonly confirmed: number };
  /** Time when the oldest unconfirmed deposit was recorded; null: none is unconfirmed. */
  readonly oldestUnconfirmedAt: EpochMs | null;
}

export interface StripeReconcilerOptions {
  readonly events: StripeEvents;
  /** Processes a listed event in the same way as its webhook. @returns Whether the event is new. */
  readonly take: (event: JsonObject) => Promise<boolean>;
  readonly deposits: Pick<DepositStore, 'list' | 'findFirstAt'>;
  /**
   * Mode of the API key; null: unknown. Stripe lists no events of the other mode, so deposits are compared only if the
   * mode is known.
   */
  readonly mode: 'live' | 'test' | null;
  readonly clock: Clock;
}

/**
 * Compares the events that Stripe lists with the recorded ones. It covers outages longer than the time for which Stripe
 * retries webhooks.
 */
export class StripeReconciler {
  readonly #options: StripeReconcilerOptions;

  constructor(options: StripeReconcilerOptions) {
    this.#options = options;
  }

  /**
   * Processes every event of the last `windowMs` that no webhook delivered, and looks for the event of every deposit.
   * Events before the first deposit belong to an earlier system and are ignored.
   *
   * @throws {UpstreamError} when Stripe cannot be read; events that were processed before the failure stay stored.
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

  /**
   * Compares recorded deposits with the listed events. A deposit may be recorded days after its event, so deposits from
   * the first days of the window are left out.
   */
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
        // The list is newest first, so the last assignment is the oldest.
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
      // After the clock was set back, `createdAt` may be out of order by up to a day.
      const isOld = (page?.deposits.at(-1)?.createdAt ?? 0) < since - DAY_MS;
      cursor = isOld ? undefined : (page?.nextCursor ?? undefined);
    } while (cursor !== undefined);
  }
}
