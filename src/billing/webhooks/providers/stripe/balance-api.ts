import { Type } from 'typebox';
import { SECOND_MS, UpstreamError } from '../../../../domain/index.ts';
import { WireSchema } from '../../../../upstream/client.ts';
import { Validator } from '../../../../validator.ts';
import { NotComparedError } from '../../../sources/source.ts';
import { type StripeApiOptions, StripePageReader } from './page-reader.ts';

/**
 * Reporting categories of balance transactions that bring money or take it back. Fees, payouts, transfers and all other
 * categories move money that came in before.
 *
 * @see https://docs.stripe.com/reports/reporting-categories
 */
const COUNTED_CATEGORIES: readonly string[] = [
  'charge',
  'charge_failure',
  'partial_capture_reversal',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
];

const page = new WireSchema(
  'balance transactions of Stripe',
  Type.Object({ data: Type.Array(Type.Unknown()), has_more: Type.Boolean() }),
);
const Currency = Type.String({ pattern: '^[A-Za-z]{3}$' });
const Amount = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
const transaction = new Validator(
  Type.Object({
    id: Type.String({ minLength: 1 }),
    amount: Amount,
    currency: Currency,
    created: Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 }),
    reporting_category: Type.String(),
    source: Type.Optional(Type.Unknown()),
  }),
);
/** A charge, refund or dispute, in the currency that the customer paid. */
const paidObject = new Validator(
  Type.Object({
    amount: Type.Optional(Amount),
    currency: Type.Optional(Currency),
    payment_intent: Type.Optional(Type.Unknown()),
  }),
);

/** Money that came in at Stripe or that Stripe took back. */
export interface BalanceTransaction {
  readonly id: string;
  /** Time when the transaction was created, epoch ms. */
  readonly createdMs: number;
  /** Amount in US cents; negative: the money left. null: neither Stripe nor the customer's payment uses US dollars. */
  readonly cents: number | null;
  /** Currency of the transaction at Stripe, in capitals. */
  readonly currency: string;
  /** Id of the payment; null: the transaction belongs to no payment. */
  readonly paymentId: string | null;
}

/** Lists balance transactions of the operator's Stripe account. */
export interface StripeBalance {
  /** Lists charges, refunds and disputes created since a time, newest first. @throws {NotComparedError} */
  listSince(fromMs: number, signal: AbortSignal): AsyncIterable<BalanceTransaction>;
}

/** Reads `GET /v1/balance_transactions` in pages, each transaction with its charge, refund or dispute. */
export class StripeBalanceApi implements StripeBalance {
  readonly #pages: StripePageReader;

  constructor(options: StripeApiOptions) {
    this.#pages = new StripePageReader('stripe balance', options);
  }

  async *listSince(fromMs: number, signal: AbortSignal): AsyncGenerator<BalanceTransaction> {
    let after: string | undefined;
    for (;;) {
      const { data, has_more } = await this.#readPage(fromMs, after, signal);
      for (const row of data) {
        if (!transaction.accepts(row)) {
          throw new NotComparedError('Stripe lists a balance transaction that cannot be read');
        }
        after = row.id;
        if (COUNTED_CATEGORIES.includes(row.reporting_category)) yield toBalanceTransaction(row);
      }
      if (!has_more || data.length === 0) return;
    }
  }

  async #readPage(fromMs: number, after: string | undefined, signal: AbortSignal) {
    const others = [['expand[]', 'data.source']] as const;
    try {
      return await this.#pages.read(
        { path: '/v1/balance_transactions', fromMs, after, others },
        page,
        signal,
      );
    } catch (error) {
      const isRefused = error instanceof UpstreamError && (error.status === 401 || error.status === 403);
      if (!isRefused) throw error;
      throw new NotComparedError(
        'CROSSTAPE_STRIPE_API_KEY may not read balance transactions: give it the right to read Balance',
        { cause: error },
      );
    }
  }
}

function toBalanceTransaction(row: {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly created: number;
  readonly source?: unknown;
}): BalanceTransaction {
  const { id, amount, created, source } = row;
  const currency = row.currency.toUpperCase();
  const paid = paidObject.accepts(source) ? source : null;
  return {
    id,
    createdMs: created * SECOND_MS,
    currency,
    cents: currency === 'USD' ? amount : findPaidCents(amount, paid),
    paymentId: findPaymentId(paid?.payment_intent),
  };
}

/**
 * Finds the amount that the customer paid in US cents: the payment may be in dollars although the account settles in
 * another currency.
 */
function findPaidCents(
  amount: number,
  paid: { readonly amount?: number; readonly currency?: string } | null,
): number | null {
  if (paid?.currency?.toUpperCase() !== 'USD' || paid.amount === undefined) return null;
  return Math.sign(amount) * Math.abs(paid.amount);
}

function findPaymentId(payment: unknown): string | null {
  if (typeof payment === 'string') return payment;
  const { id = null } = (payment ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' ? id : null;
}
