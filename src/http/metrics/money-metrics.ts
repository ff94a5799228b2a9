import { Gauge, Registry } from 'prom-client';
import type {
  CountAndSum,
  DepositComparison,
  MoneyFigures,
  ReadMoneyFigures,
  WaitingDeposits,
} from '../../billing/figures/money-figures.ts';
import { REVIEW_KINDS } from '../../billing/review/review-item.ts';
import type { ReviewSummaries } from '../../billing/review/review-page.ts';
import type { Clock, EpochMs } from '../../domain/index.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { MONEY_REASONS, type Refusals } from '../responses/refusals.ts';

export interface MoneyMetricsOptions {
  readonly read: ReadMoneyFigures;
  /** Reads number, sum and age of the open review items by kind. */
  readonly summarizeReview: () => Promise<ReviewSummaries>;
  readonly refusals: Refusals;
  /** Finds the reason why the ledger is closed for writes; null: the ledger is open. */
  readonly findClosedBecause: () => Promise<string | null>;
  /** Returns the last comparison of deposits with their provider; null: none was made. */
  readonly comparison: () => DepositComparison | null;
  /** Returns the number of keys whose revocation is in force and not stored. */
  readonly unwrittenKeys: () => number;
  readonly clock: Clock;
}

/** Gauges of money. Amounts are micro-USD; no owner is named. */
export class MoneyMetrics {
  readonly #options: MoneyMetricsOptions;
  readonly #registry = new Registry();
  readonly #posts = this.#addPair('ledger_posts', 'Transfers since the start', ['type'], '_total');
  readonly #waiting = this.#addPair('deposits_waiting', 'Deposits that wait for a release or a return', [
    'state',
  ]);
  readonly #oldest = this.#add(
    'deposits_waiting_oldest_age_seconds',
    'Age of the oldest waiting deposit; 0 when none waits.',
    ['state'],
  );
  readonly #review = this.#add('review_items', 'Matters that wait for a person.', ['kind']);
  readonly #reviewAge = this.#add(
    'review_oldest_age_seconds',
    'Age of the oldest matter that waits for a person; 0 when none waits.',
    ['kind'],
  );
  readonly #debts = this.#addPair('debts', 'Owners with a debt');
  readonly #vouchers = this.#addPair('vouchers_open', 'Vouchers that can be redeemed');
  readonly #audit = this.#add(
    'ledger_whole_audit_timestamp_seconds',
    'Time of the last clean audit of the whole ledger; 0 when none is known.',
  );
  readonly #closed = this.#add(
    'ledger_closed',
    '1 while the ledger is closed because an audit found an error.',
  );
  readonly #refused = this.#add(
    'money_refusals_total',
    'Rejected calls by error code; owes: rejected because of a debt.',
    ['reason'],
  );
  readonly #unwritten = this.#add(
    'keys_revoked_unwritten',
    'Keys whose revocation is in force but not stored yet.',
  );
  readonly #isUp = this.#add(
    'service_database_up',
    '1 while the service database answers; 0: it does not, and other money metrics are absent.',
  );

  readonly #compared = this.#add(
    'deposits_compared_microusd',
    'Deposits of the last 27 days that were compared with their provider, in micro-USD.',
    ['source'],
  );
  readonly #confirmed = this.#add(
    'deposits_confirmed_microusd',
    'Compared deposits that the provider confirms, in micro-USD.',
    ['source'],
  );
  readonly #unconfirmed = this.#add(
    'deposits_unconfirmed_oldest_age_seconds',
    'Age of the oldest deposit that the provider does not confirm; 0 when it confirms all.',
    ['source'],
  );
  readonly #comparedAt = this.#add(
    'deposits_compared_timestamp_seconds',
    'Time of the last comparison with the provider.',
    ['source'],
  );

  constructor(options: MoneyMetricsOptions) {
    this.#options = options;
  }

  /** Formats the current values as Prometheus text. */
  async render(): Promise<string> {
    const { read, summarizeReview, refusals, findClosedBecause: closedBecause } = this.#options;
    const { comparison, unwrittenKeys } = this.#options;
    try {
      this.#setFigures(await read());
      this.#setReview(await summarizeReview());
      this.#closed.set((await closedBecause()) === null ? 0 : 1);
      this.#isUp.set(1);
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      this.#isUp.set(0);
      return this.#registry.getSingleMetricAsString('crosstape_service_database_up');
    }
    for (const reason of MONEY_REASONS) this.#refused.set({ reason }, refusals.get(reason));
    this.#unwritten.set(unwrittenKeys());
    this.#setComparison(comparison());
    return this.#registry.metrics();
  }

  #setFigures({ posted, held, unattributed, debts, openVouchers, wholeAuditAt }: MoneyFigures): void {
    for (const [type, figure] of posted) this.#posts(figure, { type });
    this.#setWaiting('held', held);
    this.#setWaiting('unattributed', unattributed);
    this.#debts(debts);
    this.#vouchers(openVouchers);
    this.#audit.set((wholeAuditAt ?? 0) / 1_000);
  }

  #setWaiting(state: string, figure: WaitingDeposits): void {
    this.#waiting(figure, { state });
    this.#oldest.set({ state }, this.#ageSeconds(figure.oldestAt));
  }

  #setReview(review: ReviewSummaries): void {
    for (const kind of REVIEW_KINDS) {
      const { count, oldestMs } = review[kind];
      this.#review.set({ kind }, count);
      this.#reviewAge.set({ kind }, this.#ageSeconds(oldestMs));
    }
  }

  /** Sets the figures of the comparison of deposits, which only those of Stripe have. */
  #setComparison(comparison: DepositComparison | null): void {
    if (comparison === null) return;
    const source = 'stripe';
    const { at, comparedMicroUsd, confirmedMicroUsd, oldestUnconfirmedAt } = comparison;
    this.#compared.set({ source }, comparedMicroUsd);
    this.#confirmed.set({ source }, confirmedMicroUsd);
    this.#unconfirmed.set({ source }, this.#ageSeconds(oldestUnconfirmedAt));
    this.#comparedAt.set({ source }, at / 1_000);
  }

  #ageSeconds(at: EpochMs | null): number {
    return at === null ? 0 : Math.max(0, this.#options.clock() - at) / 1_000;
  }

  #add(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name: `crosstape_${name}`, help, labelNames, registers: [this.#registry] });
  }

  /** Adds one gauge for a number of items and one for their amount. */
  #addPair(name: string, help: string, labelNames: string[] = [], suffix = '') {
    const count = this.#add(`${name}${suffix}`, `${help}.`, labelNames);
    const sum = this.#add(`${name}_microusd${suffix}`, `${help}, in micro-USD.`, labelNames);
    return (figure: CountAndSum, labels: Readonly<Record<string, string>> = {}) => {
      count.set(labels, figure.count);
      sum.set(labels, figure.microUsd);
    };
  }
}
