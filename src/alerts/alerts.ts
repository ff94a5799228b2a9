import type { Clock } from '../domain/index.ts';
import type { AlertStore } from './alert-store.ts';
import type { TryResult } from './delivery/retry-schedule.ts';
import type { Sender } from './delivery/send.ts';
import type { AlertConfig } from './rule.ts';

export interface AlertsOptions {
  /** Content of the file at the start. */
  readonly initial: AlertConfig;
  /** Reads the operator's file. Throws what is wrong with it. */
  readonly read: () => AlertConfig;
  readonly store: AlertStore;
  readonly sender: Pick<Sender, 'send'>;
  readonly clock: Clock;
}

/** Outcome of a reading of the file after the start. */
export type ReloadOutcome =
  | { readonly status: 'read'; readonly config: AlertConfig }
  | { readonly status: 'faulty'; readonly problem: string };

/** The operator's rules and endpoints as this process last read them, and the alerts that they caused. */
export class Alerts {
  readonly store: AlertStore;
  readonly #options: AlertsOptions;
  #config: AlertConfig;
  #readAt: number;
  #problem: string | null = null;

  constructor(options: AlertsOptions) {
    this.#options = options;
    this.store = options.store;
    this.#config = options.initial;
    this.#readAt = options.clock();
  }

  get config(): AlertConfig {
    return this.#config;
  }

  /** Time at which the rules in force were read, epoch ms. */
  get readAt(): number {
    return this.#readAt;
  }

  /** Fault of the file at its last reading, whose rules are not in force; null: there was none. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Reads the file again. A faulty one changes nothing. */
  reload(): ReloadOutcome {
    try {
      this.#config = this.#options.read();
      this.#readAt = this.#options.clock();
      this.#problem = null;
      return { status: 'read', config: this.#config };
    } catch (error) {
      this.#problem = (error as Error).message;
      return { status: 'faulty', problem: this.#problem };
    }
  }

  /** Sends a test event to an endpoint; one that is off is switched on when it accepts. null: unknown endpoint. */
  async test(endpointId: string): Promise<TryResult | null> {
    const { store, sender, clock } = this.#options;
    const endpoint = this.#config.endpoints.find(({ id }) => id === endpointId);
    if (endpoint === undefined) return null;
    const result = await sender.send(endpoint, store.newEventId(), {
      type: 'alerts.test',
      rule: null,
      subject: endpointId,
      asset: null,
      t: clock(),
      value: null,
      threshold: null,
      seq: 0,
      text: `a test of the endpoint ${endpointId}`,
    });
    if (result.status !== null && result.status >= 200 && result.status < 300)
      await store.switchOn(endpointId);
    return result;
  }
}
