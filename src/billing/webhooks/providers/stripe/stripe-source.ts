import Big from 'big.js';
import { type Clock, DAY_MS, HOUR_MS, MICRO_PER_USD, SECOND_MS } from '../../../../domain/index.ts';
import { toAssetAccount } from '../../../ledger/chart.ts';
import { toProviderScope } from '../../../ledger/scopes.ts';
import type { Movement, SourceQueries } from '../../../sources/rows.ts';
import type { MoneySource, SourceMark, SourceReading } from '../../../sources/source.ts';
import type { BalanceTransaction, StripeBalance } from './balance-api.ts';

/**
 * Age below which payments are left out of a comparison. Their webhook may be under way, and lost events are fetched
 * only by the next reconciliation.
 */
const UNDER_WAY_MS = HOUR_MS;
/** Time for which Stripe retries a webhook. */
const RESENT_FOR_MS = 3 * DAY_MS;
const PROVIDER = 'stripe';

export interface StripeSourceOptions {
  readonly balance: StripeBalance;
  readonly queries: Pick<SourceQueries, 'sumReceived' | 'listMovements'>;
  readonly clock: Clock;
}

/**
 * The operator's account at Stripe. Charges less refunds and disputes are compared with what the ledger received from
 * the account. Both sums end an hour ago; a transfer that was recorded later counts if its transaction at Stripe is
 * older.
 */
export class StripeSource implements MoneySource {
  readonly id = PROVIDER;
  readonly title = 'Stripe';
  readonly currency = 'USD';
  readonly isCounted = true;
  readonly #options: StripeSourceOptions;

  constructor(options: StripeSourceOptions) {
    this.#options = options;
  }

  async read(base: SourceMark | null, signal: AbortSignal): Promise<SourceReading> {
    const { balance, queries, clock } = this.#options;
    const upTo = Math.floor((clock() - UNDER_WAY_MS) / SECOND_MS) * SECOND_MS;
    const account = toAssetAccount(PROVIDER);
    const movements = await queries.listMovements(account, toProviderScope(PROVIDER), upTo);
    const received = await queries.sumReceived(account);
    const listed: BalanceTransaction[] = [];
    const from = Math.min(base?.position ?? upTo, upTo) - RESENT_FOR_MS;
    for await (const one of balance.listSince(from, signal)) listed.push(one);

    const recorded = toUsd(received - sumLater(movements, listed, upTo));
    const mark = { position: upTo, balance: recorded.toFixed() };
    const about = { mark, tolerance: '0' };
    if (base === null) return { ...about, figures: null, leftOut: null };
    const since = listed.filter(({ createdMs }) => createdMs > base.position && createdMs <= upTo);
    const cents = since.reduce((sum, one) => sum + (one.cents ?? 0), 0);
    return {
      ...about,
      figures: {
        cameIn: new Big(cents).div(100).toFixed(),
        recorded: recorded.minus(base.balance).toFixed(),
      },
      leftOut: describeUncounted(since),
    };
  }
}

/** Sums the micro-USD of transfers recorded after a time whose transactions at Stripe are also later than that time. */
function sumLater(
  movements: readonly Movement[],
  listed: readonly BalanceTransaction[],
  upTo: number,
): number {
  const isSame = ({ paymentId, amount }: Movement, one: BalanceTransaction) =>
    one.paymentId === paymentId && Math.sign(one.cents ?? 0) === Math.sign(amount);
  return movements
    .filter((movement) => {
      const ofPayment = movement.paymentId === null ? [] : listed.filter((one) => isSame(movement, one));
      return ofPayment.length === 0 || ofPayment.some(({ createdMs }) => createdMs > upTo);
    })
    .reduce((sum, { amount }) => sum + amount, 0);
}

function toUsd(microUsd: number): Big {
  return new Big(microUsd).div(MICRO_PER_USD);
}

/** Describes the transactions in other currencies; null: there are none. */
function describeUncounted(listed: readonly BalanceTransaction[]): string | null {
  const others = listed.filter(({ cents }) => cents === null);
  if (others.length === 0) return null;
  const currencies = [...new Set(others.map(({ currency }) => currency))].sort();
  return `transactions that are not counted: ${others.length} in ${currencies.join(', ')}`;
}
