import type { SourceComparison } from '../../billing/sources/source.ts';
import { type SilentSource, SourceComparer } from '../../billing/sources/source-comparer.ts';
import { prepareSourceQueries } from '../../billing/sources/sql/source-rows.ts';
import { getProvider, PROVIDERS } from '../../billing/webhooks/payment-providers.ts';
import { StripeBalanceApi } from '../../billing/webhooks/providers/stripe/balance-api.ts';
import { StripeSource } from '../../billing/webhooks/providers/stripe/stripe-source.ts';
import type { Secrets } from '../../config/secrets.ts';
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import type { Log } from '../../log.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { OpenServiceDatabase } from '../../storage/service-database.ts';
import { USER_AGENT } from '../../version.ts';
import type { Accounts } from './accounts.ts';
import type { Chains } from './chains.ts';

const STRIPE = 'stripe';

export interface SourcesOptions {
  readonly chains: Pick<Chains, 'listSources'>;
  readonly secrets: Pick<Secrets, 'stripeApiKey' | 'webhooks'>;
  readonly database: OpenServiceDatabase;
  readonly clock: Clock;
  readonly log?: Log | undefined;
}

/** Builds the comparison of the ledger with the treasuries and the account at Stripe. */
export function buildComparer({ chains, secrets, database, clock, log }: SourcesOptions): SourceComparer {
  const queries = database.buildQueries(prepareSourceQueries);
  const { stripeApiKey: apiKey } = secrets;
  const stripe =
    apiKey === null
      ? []
      : [
          new StripeSource({
            balance: new StripeBalanceApi({ apiKey, userAgent: USER_AGENT }),
            queries,
            clock,
          }),
        ];
  const silent = listSilent(secrets);
  return new SourceComparer({
    listSources: async () => ({ sources: [...(await chains.listSources()), ...stripe], silent }),
    database,
    queries,
    clock,
    onProblem: ({ title }, error) => log?.debug({ source: title, err: error }, 'a source was not compared'),
  });
}

/** Lists providers whose webhooks are accepted but whose income no endpoint states. */
function listSilent({ stripeApiKey, webhooks }: Pick<Secrets, 'stripeApiKey' | 'webhooks'>): SilentSource[] {
  return PROVIDERS.filter((provider) => {
    const isUsed = getProvider(provider).schemes.some(({ id }) => (webhooks[id] ?? []).length > 0);
    return isUsed && !(provider === STRIPE && stripeApiKey !== null);
  }).map((provider) => ({
    id: provider,
    title: provider,
    currency: 'USD',
    isCounted: true,
    note:
      provider === STRIPE
        ? 'no key is set: CROSSTAPE_STRIPE_API_KEY reads what came in'
        : 'it lists nothing of what came in that this release reads',
  }));
}

const COMPARE_EVERY_MS = DAY_MS;
/** Interval at which an open difference is checked again, so that its end is recorded with a reason. */
const LOOK_EVERY_MS = HOUR_MS;
const FIRST_AFTER_MS = 5 * MINUTE_MS;
const MAX_RUN_MS = 30 * MINUTE_MS;

/** Builds the daily comparison, which runs hourly while a difference is open. It may start again after a stop. */
export function buildComparisons({
  comparer,
  clock,
  log,
}: Pick<Accounts, 'comparer'> & { readonly clock: Clock; readonly log: Log }): {
  start(): void;
  stop(): Promise<void>;
} {
  let stopping = new AbortController();
  let last: { readonly at: number; readonly isOpen: boolean } | null = null;
  const task = new PeriodicTask({
    everyMs: LOOK_EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    run: async () => {
      if (last !== null && !last.isOpen && clock() - last.at < COMPARE_EVERY_MS) return;
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(MAX_RUN_MS)]);
      const compared = await comparer.compare(signal);
      if (stopping.signal.aborted) return;
      const open = compared.filter(({ status }) => status === 'difference');
      last = { at: clock(), isOpen: open.length > 0 };
      log.info(countStatuses(compared), 'what came in was compared with what was recorded');
      if (open.length > 0) log.error({ open }, 'what came in at a source is not what was recorded');
    },
    onError: (error) =>
      log.error({ err: error }, 'what came in could not be compared with what was recorded'),
  });
  return {
    start: () => {
      stopping = new AbortController();
      task.start();
    },
    stop: async () => {
      stopping.abort();
      await task.stop();
    },
  };
}

function countStatuses(compared: readonly SourceComparison[]): Record<string, number> {
  const byStatus = Map.groupBy(compared, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, some.length]));
}
