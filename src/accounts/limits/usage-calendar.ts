import { type Clock, DAY_MS, toDay } from '../../domain/index.ts';

/** Day and month that are counted, in UTC. They never go back while the process runs, even if the clock does. */
export class UsageCalendar {
  readonly #clock: Clock;
  #day = '';
  #dayEndsAt = 0;
  #month = '';
  #monthEndsAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Day: `2026-11-30`. */
  get day(): string {
    this.#turn();
    return this.#day;
  }

  /** Month: `2026-11`. */
  get month(): string {
    this.#turn();
    return this.#month;
  }

  /** Computes the whole seconds until the month ends; at least 1. */
  computeSecondsLeft(): number {
    this.#turn();
    return Math.max(1, Math.ceil((this.#monthEndsAt - this.#clock()) / 1_000));
  }

  #turn(): void {
    const now = this.#clock();
    if (now < this.#dayEndsAt) return;
    this.#day = toDay(now);
    this.#dayEndsAt = Date.parse(this.#day) + DAY_MS;
    const month = this.#day.slice(0, 7);
    if (month === this.#month) return;
    this.#month = month;
    const [year = 0, number = 1] = month.split('-').map(Number);
    this.#monthEndsAt = Date.UTC(year, number, 1);
  }
}
