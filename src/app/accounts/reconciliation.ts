import { StripeEventsApi } from '../../billing/webhooks/providers/stripe/events-api.ts';
import { MAX_WINDOW_MS, StripeReconciler } from '../../billing/webhooks/providers/stripe/reconciliation.ts';
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import type { Log } from '../../log.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import { USER_AGENT } from '../../version.ts';
import type { Accounts } from './accounts.ts';

export interface ReconciliationOptions extends Pick<Accounts, 'deposits' | 'webhooks' | 'comparison'> {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
}

/** Comparison of deposits with the payment provider. It may start again after a stop. */
export interface Reconciliation {
  start(): void;
  stop(): Promise<void>;
}

const SHORT = { everyMs: 10 * MINUTE_MS, windowMs: 2 * HOUR_MS };

/**
 * Builds the comparison of deposits with their provider. While it runs it compares the provider's whole list soon after
 * the start and daily, and the last hours every ten minutes. Without a key of the provider it does nothing.
 */
export function buildReconciliation(options: ReconciliationOptions): Reconciliation {
  const { config, secrets, deposits, webhooks, comparison, clock, log } = options;
  if (secrets.stripeApiKey === null) return { start: () => undefined, stop: async () => undefined };
  let stopping = new AbortController();
  const reconciler = new StripeReconciler({
    events: new StripeEventsApi({ apiKey: secrets.stripeApiKey, userAgent: USER_AGENT }),
    take: (event) => webhooks.receiveListed('stripe', event),
    deposits,
    mode: config.deposits.stripeMode,
    clock,
  });
  const task = (everyMs: number, firstAfterMs: number, windowMs: number) =>
    new PeriodicTask({
      everyMs,
      firstAfterMs,
      run: async () => {
        const { unconfirmed, malformed, taken, value, oldestUnconfirmedAt, ...counts } = await reconciler.run(
          windowMs,
          stopping.signal,
        );
        log.info({ ...counts, taken }, 'deposits were compared with Stripe');
        if (windowMs === MAX_WINDOW_MS && counts.compared > 0) {
          comparison.value = {
            at: clock(),
            comparedMicroUsd: value.compared,
            confirmedMicroUsd: value.confirmed,
            oldestUnconfirmedAt,
          };
        }
        if (taken > 0) log.warn({ taken }, 'events of Stripe that no webhook brought were taken');
        if (malformed.length > 0) log.error({ events: malformed }, 'events of Stripe could not be read');
        if (unconfirmed.length > 0)
          log.error({ deposits: unconfirmed }, 'Stripe knows no event of these deposits');
      },
      onError: (error) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'deposits could not be compared with Stripe');
      },
    });
  const tasks = [task(DAY_MS, SECOND_MS, MAX_WINDOW_MS), task(SHORT.everyMs, SHORT.everyMs, SHORT.windowMs)];
  return {
    start: () => {
      stopping = new AbortController();
      for (const running of tasks) running.start();
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(tasks.map((running) => running.stop()));
    },
  };
}
