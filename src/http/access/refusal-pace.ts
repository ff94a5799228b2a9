import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../domain/index.ts';
import { createLastUsed } from '../../scheduling/last-used.ts';
import type { Soon } from '../../scheduling/soon.ts';

/** Refusals of one caller in a second that are answered at once. */
const AT_ONCE_PER_S = 50;
/** Wait of each further refused call: a caller that ignores refusals gets a few a second on each connection. */
const WAIT_MS = 200;
/** Callers that are remembered. */
const MAX_CALLERS = 10_000;

/** Refusals of a caller in the second that began at a time. */
interface RefusalCount {
  readonly beganAt: number;
  count: number;
}

export interface RefusalPaceOptions {
  /** Monotonic ms of this process, not a clock that a test moves: what is limited is its processor time. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<void>;
}

/**
 * Slows down callers who ask on at full speed after they were refused. A refusal costs little, and thousands a second
 * are still time that the answers of others wait for.
 */
export class RefusalPace {
  readonly #callers = createLastUsed<string, RefusalCount>(MAX_CALLERS);
  readonly #now: () => number;
  readonly #wait: (ms: number) => Promise<void>;

  constructor({ now = () => performance.now(), wait = sleep }: RefusalPaceOptions = {}) {
    this.#now = now;
    this.#wait = wait;
  }

  /** Counts a refusal. Resolves when it may be answered: at once, unless its caller had many within a second. */
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
