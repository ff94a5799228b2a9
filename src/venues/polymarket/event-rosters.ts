import { computeAge, DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import type { EventMarkets } from './client.ts';
import { findPayouts } from './lifecycle.ts';
import { identify, type PolledMarket } from './normalise.ts';

export interface EventRostersOptions {
  readonly read: (eventId: string, signal: AbortSignal) => Promise<EventMarkets>;
  readonly clock: () => EpochMs;
}

interface Roster {
  readonly readAt: EpochMs;
  /** Store keys of the markets that can still win; null when the list may be incomplete. */
  readonly canWin: readonly string[] | null;
  /** Gamma's ids of the markets when the event was first read without refused rows; null before. */
  readonly first: ReadonlySet<string> | null;
  /** Whether a market was added later. More may follow, so the event never counts as complete again. */
  readonly hasGrown: boolean;
}

const FRESH_MS = 6 * HOUR_MS;
const RETRY_MS = 10 * MINUTE_MS;
const FORGET_MS = DAY_MS;
/** Number of events that a poll reads. One may have some hundred kilobytes. */
const READS_PER_POLL = 4;

/**
 * Keeps the complete list of outcomes for events in which exactly one market wins.
 *
 * A page of markets names an event but not its other markets, so the events are read one by one in the background, a
 * few after each poll, the largest first.
 */
export class EventRosters {
  readonly #options: EventRostersOptions;
  readonly #rosters = new Map<string, Roster>();
  readonly #abort = new AbortController();
  #reading: Promise<void> | null = null;

  constructor(options: EventRostersOptions) {
    this.#options = options;
  }

  /**
   * Finds the events whose remaining outcomes are all tracked and open. Outcomes that have lost do not count. An
   * unlisted outcome, a placeholder, or one that closed without a payout makes the event incomplete. An outcome that
   * was added after the event was first read makes the event incomplete for good.
   */
  completeEvents(listed: readonly PolledMarket[]): ReadonlySet<string> {
    this.#noteAdded(listed);
    const open = new Set<string>();
    for (const { lifecycle, identity } of listed) if (lifecycle === 'open') open.add(identity.ref.storeKey);
    const complete = new Set<string>();
    for (const eventKey of collectFixedEvents(listed)) {
      const { canWin = null, hasGrown = false } = this.#rosters.get(eventKey) ?? {};
      if (canWin !== null && !hasGrown && canWin.length > 1 && canWin.every((key) => open.has(key)))
        complete.add(eventKey);
    }
    return complete;
  }

  /** Reads unknown and due events in the background, in one round at a time. */
  refresh(listed: readonly PolledMarket[]): void {
    if (this.#reading !== null || this.#abort.signal.aborted) return;
    const now = this.#options.clock();
    for (const [eventKey, { readAt }] of this.#rosters) {
      if (now - readAt > FORGET_MS) this.#rosters.delete(eventKey);
    }
    const due = [...collectFixedEvents(listed)].filter((eventKey) => this.#isDue(eventKey, now));
    if (due.length === 0) return;
    this.#reading = this.#readAll(due.slice(0, READS_PER_POLL)).finally(() => {
      this.#reading = null;
    });
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#reading;
  }

  #isDue(eventKey: string, now: EpochMs): boolean {
    const roster = this.#rosters.get(eventKey);
    if (roster === undefined) return true;
    return computeAge(now, roster.readAt) > (roster.canWin === null ? RETRY_MS : FRESH_MS);
  }

  async #readAll(eventKeys: readonly string[]): Promise<void> {
    for (const eventKey of eventKeys) {
      const readAt = this.#options.clock();
      const { first = null, hasGrown = false } = this.#rosters.get(eventKey) ?? {};
      try {
        const event = await this.#options.read(eventKey, this.#abort.signal);
        const ids = new Set(event.markets.map(({ id }) => id));
        this.#rosters.set(eventKey, {
          readAt,
          canWin: findWinnable(event),
          first: first ?? (event.refused === 0 ? ids : null),
          hasGrown: hasGrown || (first !== null && [...ids].some((id) => !first.has(id))),
        });
      } catch {
        // The client has counted the failure. An event that cannot be read does not count as complete and is read again
        // later.
        this.#rosters.set(eventKey, { readAt, canWin: null, first, hasGrown });
      }
      if (this.#abort.signal.aborted) return;
    }
  }

  /** Notes added markets of the list, which may show them hours before their event is read again. */
  #noteAdded(listed: readonly PolledMarket[]): void {
    for (const { identity, state } of listed) {
      const { eventKey } = state.ticker;
      const roster = eventKey === null ? undefined : this.#rosters.get(eventKey);
      if (eventKey === null || roster === undefined || roster.hasGrown || roster.first === null) continue;
      if (!roster.first.has(identity.id)) this.#rosters.set(eventKey, { ...roster, hasGrown: true });
    }
  }
}

/** Lists the events in which exactly one market wins and none is added, largest first. */
function collectFixedEvents(listed: readonly PolledMarket[]): ReadonlySet<string> {
  const events = new Set<string>();
  for (const { isFixedEvent, state } of listed) {
    if (isFixedEvent && state.ticker.eventKey !== null) events.add(state.ticker.eventKey);
  }
  return events;
}

/** Finds the markets that have not lost; null when one of them cannot be read, or one has won. */
function findWinnable({ isFixed, markets, refused }: EventMarkets): string[] | null {
  if (!isFixed || refused > 0) return null;
  const keys: string[] = [];
  for (const market of markets) {
    const identity = identify(market);
    if (identity === null) return null;
    const payout = findPayouts(market)?.[identity.yesIndex] ?? null;
    if (payout === 0) continue;
    if (payout !== null) return null;
    keys.push(identity.ref.storeKey);
  }
  return keys;
}
