import { Gauge, Registry } from 'prom-client';
import type {
  CountAndSum,
  MoneyFigures,
  ReadMoneyFigures,
  WaitingDeposits,
} from '../../../billing/money-figures.ts';
import type { Clock } from '../../../domain/index.ts';
import { MONEY_CODES, type Refusals } from '../../responses/refusals.ts';

export interface MoneyMetricsOptions {
  readonly read: ReadMoneyFigures;
  readonly refusals: Refusals;
  /** Why nothing is posted; null: the ledger is open. */
  readonly closedBecause: () => string | null;
  /** Keys whose end is in force and not stored. */
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
    'Age of the oldest of them; 0: none waits.',
    ['state'],
  );
  readonly #debts = this.#addPair('debts', 'Owners that owe');
  readonly #vouchers = this.#addPair('vouchers_open', 'Vouchers that can be redeemed');
  readonly #audit = this.#add(
    'ledger_whole_audit_timestamp_seconds',
    'When the last clean audit of the whole ledger ended; 0: none is known.',
  );
  readonly #closed = this.#add(
    'ledger_closed',
    '1: an audit found the ledger broken, and nothing is posted.',
  );
  readonly #refused = this.#add('money_refusals_total', 'Calls that were refused, by error code.', [
    'reason',
  ]);
  readonly #unwritten = this.#add('keys_revoked_unwritten', 'Keys whose end is in force and not stored.');

  constructor(options: MoneyMetricsOptions) {
    this.#options = options;
  }

  /** Prometheus text of now. */
  async render(): Promise<string> {
    const { read, refusals, closedBecause, unwrittenKeys } = this.#options;
    this.#setFigures(await read());
    this.#closed.set(closedBecause() === null ? 0 : 1);
    for (const reason of MONEY_CODES) this.#refused.set({ reason }, refusals.get(reason));
    this.#unwritten.set(unwrittenKeys());
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
    const { oldestAt } = figure;
    const ageMs = oldestAt === null ? 0 : Math.max(0, this.#options.clock() - oldestAt);
    this.#oldest.set({ state }, ageMs / 1_000);
  }

  #add(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name: `crosstape_${name}`, help, labelNames, registers: [this.#registry] });
  }

  /** A gauge of how many and one of how much. */
  #addPair(name: string, help: string, labelNames: string[] = [], suffix = '') {
    const count = this.#add(`${name}${suffix}`, `${help}.`, labelNames);
    const sum = this.#add(`${name}_microusd${suffix}`, `${help}, in micro-USD.`, labelNames);
    return (figure: CountAndSum, labels: Readonly<Record<string, string>> = {}) => {
      count.set(labels, figure.count);
      sum.set(labels, figure.microUsd);
    };
  }
}
