import { createHash } from 'node:crypto';
import type { AlertStore, RuleEvent } from '../alert-store.ts';
import type { AlertStateRow } from '../rows.ts';
import type { Rule } from '../rule.ts';
import { decidePhase, type PhaseDecision } from './decide-phase.ts';
import type { Reading } from './reading.ts';

/** Readings of a moment. */
export interface Moment {
  readonly t: number;
  readonly readings: readonly Reading[];
}

/** Maximum number of waiting moments of a rule. Beyond it the oldest is dropped, while the database is away. */
const MAX_WAITING = 1_000;

/** Types whose condition at the first look is no transition. */
const SILENT_TYPES: readonly string[] = ['cross', 'funding', 'resolution'];

/**
 * Follows one rule: takes moments in their order and stores each transition together with its event. A moment stays at
 * the head until its transitions are stored, and after a failure the states are read again, so none is lost or told
 * twice.
 */
export class RuleRun {
  readonly rule: Rule;
  readonly #condition: string;
  readonly #store: AlertStore;
  readonly #states = new Map<string, AlertStateRow>();
  readonly #waiting: Moment[] = [];
  #isLoaded = false;
  #draining: Promise<boolean> | null = null;
  #hasTold = false;

  constructor(rule: Rule, store: AlertStore) {
    this.rule = rule;
    this.#store = store;
    this.#condition = createHash('sha256').update(JSON.stringify(rule.when)).digest('hex').slice(0, 16);
  }

  /** Adds a moment that may change something. One that says the same as the waiting one before it replaces it. */
  add(moment: Moment): void {
    if (this.#isLoaded && this.#waiting.length === 0 && !this.#mayChange(moment)) return;
    const last = this.#waiting.length > 1 ? this.#waiting.at(-1) : undefined;
    if (last !== undefined && isAlike(last, moment)) this.#waiting.pop();
    this.#waiting.push(moment);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.splice(1, 1);
  }

  /**
   * Stores the transitions of the moments that wait. Throws the first failure; the moment then waits on.
   *
   * @returns Whether an event was stored.
   */
  drain(): Promise<boolean> {
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = null;
    });
    return this.#draining;
  }

  /** Whether moments wait. */
  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  async #drain(): Promise<boolean> {
    this.#hasTold = false;
    try {
      for (let moment = this.#waiting[0]; moment !== undefined; moment = this.#waiting[0]) {
        await this.#apply(moment);
        this.#waiting.shift();
      }
      return this.#hasTold;
    } catch (error) {
      // The failed call may have been stored.
      this.#isLoaded = false;
      throw error;
    }
  }

  async #apply({ t, readings }: Moment): Promise<void> {
    if (!this.#isLoaded) await this.#load();
    for (const reading of [...readings, ...this.#listGone(readings)]) await this.#advance(reading, t);
  }

  #mayChange({ t, readings }: Moment): boolean {
    return [...readings, ...this.#listGone(readings)].some((reading) => this.#decide(reading, t) !== null);
  }

  /** Lists the subjects that no longer hold because nothing is read of them. */
  #listGone(readings: readonly Reading[]): readonly Reading[] {
    return [...this.#states.values()]
      .filter(({ subject, phase }) => phase !== 'ok' && readings.every((one) => one.subject !== subject))
      .map(({ subject }) => toGone(subject));
  }

  #decide(reading: Reading, t: number): PhaseDecision | null {
    const before = this.#states.get(reading.subject) ?? null;
    const { forMs, cooldownMs, when } = this.rule;
    const startsSilent = SILENT_TYPES.includes(when.type);
    // A state of another condition does not count.
    const current = before?.condition === this.#condition ? before : null;
    return decidePhase(current, reading, { forMs, cooldownMs, startsSilent }, t);
  }

  async #advance(reading: Reading, t: number): Promise<void> {
    for (;;) {
      const decision = this.#decide(reading, t);
      if (decision === null) return;
      const { tellResolved, to, id } = this.rule;
      const state: AlertStateRow = {
        rule: id,
        subject: reading.subject,
        condition: this.#condition,
        ...decision.state,
        position: null,
        version: (this.#states.get(reading.subject)?.version ?? 0) + 1,
      };
      const { event } = decision;
      const isTold = event === 'firing' || (event === 'resolved' && tellResolved);
      const events = event === null ? [] : [toEvent(this.rule, reading, event, t)];
      if ((await this.#store.advance(state, events, isTold ? to : [])) === 'stored') {
        this.#states.set(reading.subject, state);
        this.#hasTold ||= isTold;
        return;
      }
      // Another process has changed the state.
      await this.#load();
    }
  }

  async #load(): Promise<void> {
    this.#states.clear();
    for (const row of await this.#store.listStates()) {
      if (row.rule === this.rule.id) this.#states.set(row.subject, row);
    }
    this.#isLoaded = true;
  }
}

function isAlike(a: Moment, b: Moment): boolean {
  return (
    a.readings.length === b.readings.length &&
    a.readings.every((one, i) => {
      const other = b.readings[i]!;
      return one.subject === other.subject && one.holds === other.holds && one.clears === other.clears;
    })
  );
}

const toGone = (subject: string): Reading => ({
  subject,
  asset: null,
  holds: false,
  clears: true,
  value: null,
  threshold: null,
  text: subject,
});

function toEvent(rule: Rule, reading: Reading, event: 'firing' | 'resolved', t: number): RuleEvent {
  const { subject, asset, value, threshold, text } = reading;
  return {
    type: `alerts.${event}`,
    rule: rule.id,
    subject,
    asset,
    t,
    value,
    threshold,
    text: event === 'firing' ? text : `over: ${text}`,
  };
}
