import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../domain/index.ts';
import { createLastUsed } from '../../scheduling/last-used.ts';
import type { Soon } from '../../scheduling/soon.ts';

/** Number of refusals of one caller per second that are sent without delay. */
const AT_ONCE_PER_S = 50;
/**
 * Delay of each further refusal in the same second. A caller that ignores refusals gets a few per second on each
 * connection.
 */
const WAIT_MS = 200;
/** Maximum number of remembered callers. */
const MAX_CALLERS = 10_000;

/** Number of refusals of a caller in one second. */
interface RefusalCount {
  readonly beganAt: number;
  count: number;
}

export interface RefusalPaceOptions {
  /**
   * Monotonic clock in ms. The real clock even in tests with their own clock, because the pace limits processor time.
   */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<void>;
}

/**
 * Delays refusals of callers who continue at full speed after they were refused. A single refusal is cheap, but
 * thousands per second take time from other requests.
 */
export class RefusalPace {
  readonly #callers = createLastUsed<string, RefusalCount>(MAX_CALLERS);
  readonly #now: () => number;
  readonly #wait: (ms: number) => Promise<void>;

  constructor({ now = () => performance.now(), wait = sleep }: RefusalPaceOptions = {}) {
    this.#now = now;
    this.#wait = wait;
  }

  /** Counts a refusal, and resolves when it may be sent: at once, unless the caller had many in the same second. */
  delay(caller: string): Soon<void> {
    const now = this.#now();
    const known = this.#callers.get(caller);
    if (known === undefined || now - known.beganAt >= SECOND_MS) {
      this.#callers.set(caller, { beganAt: now, count: 1 });
      return;
    }
    known.count++;
    if (known.count > AT_ONCE_PER_S) return this.#wait(WAIT_MS);
  }
}
