import {
  coinbaseCall,
  commerceCall,
  ownDeposit,
  type ProviderCall,
  paidCheckout,
  paidSession,
  plainCall,
  standardCall,
  stripeCall,
  stripeEvent,
} from '../support/provider-events.ts';
import { pick, type Random } from './ledger-world.ts';

/** An event that a provider sends until it is answered with success, and again now and then. */
export interface HistoryEvent {
  readonly sign: (nowMs: number) => ProviderCall;
  /** Whether the operation moves no money and stores nothing: its answer says why. */
  readonly isEmpty: boolean;
  /** Event that has to be answered before this one is sent: the first of two events with one id. */
  readonly after?: HistoryEvent;
  isAnswered: boolean;
}

/** A payment at a provider: everything that happened to it there, and what a service must make of it. Amounts in micro-USD. */
export interface HistoryPayment {
  readonly id: string;
  /** Micro-USD of the payment's deposit; null: the deposit never arrives. */
  readonly micro: number | null;
  /** Amount in units of its currency, where it is not counted; null: it is counted. */
  readonly uncounted: number | null;
  readonly owner: string | null;
  /** Sum of refunds and disputes in the currency of the deposit. */
  readonly reversed: number;
  /** Refunds and disputes that cannot be laid to the deposit. */
  readonly loose: readonly ExpectedItem[];
  readonly events: readonly HistoryEvent[];
}

/** An item of the review that must be open in the end. */
export interface ExpectedItem {
  readonly kind: string;
  /** Amount in units of its currency. */
  readonly amount: number;
  readonly microUsd: number | null;
}

const OWNERS = ['ann', 'ben'] as const;
export const HISTORY_OWNERS: readonly string[] = OWNERS;
/** Seconds: the providers' clock of the first event. */
const START_S = 1_763_700_000;
const CENT = 10_000;

/** Draws a payment of any provider, with all its events in the order in which they happened. */
export function drawPayment(random: Random, id: string): HistoryPayment {
  const dice = random();
  if (dice < 0.6) return drawStripePayment(random, id);
  if (dice < 0.8) return drawCheckout(random, id);
  if (dice < 0.88) return drawCharge(random, id);
  return drawOwnDeposit(random, id);
}

const drawOwner = (random: Random) => (random() < 0.15 ? null : pick(OWNERS, random));
const nameOwner = (owner: string | null) => (owner === null ? {} : { crosstape_owner: owner });
const drawCents = (random: Random) => 100 + Math.floor(random() * 3_900);
const toText = (cents: number) => (cents / 100).toFixed(2);

class Events {
  readonly list: HistoryEvent[] = [];

  add(sign: (nowMs: number) => ProviderCall, isEmpty = false, after?: HistoryEvent): HistoryEvent {
    const event = { sign, isEmpty, isAnswered: false, ...(after === undefined ? {} : { after }) };
    this.list.push(event);
    return event;
  }
}

/** Refunds and disputes of one currency, in cents: the provider's own books. */
class Books {
  refunded = 0;
  disputed = 0;

  get taken(): number {
    return this.refunded + this.disputed;
  }
}

/** Kinds of events that an endpoint at Stripe is subscribed to. */
type Subscription = 'charges' | 'refunds' | 'both';

function drawStripePayment(random: Random, id: string): HistoryPayment {
  const [cents, owner] = [drawCents(random), drawOwner(random)];
  const currencyDice = random();
  const currency = currencyDice < 0.85 ? 'usd' : 'eur';
  const isConverted = currency === 'eur' && random() < 0.5;
  const isCounted = currency === 'usd' || isConverted;
  const arrives = random() < 0.92;
  // A subscription or an invoice: the session names no payment, its refunds do.
  const namesPayment = random() < 0.93;
  const events = new Events();
  const stripe = new StripeReports(random, events, id);
  if (arrives) {
    const session = {
      amount_total: cents,
      currency,
      metadata: nameOwner(owner),
      ...(namesPayment ? {} : { payment_intent: null, mode: 'subscription' }),
      ...(isConverted ? { currency_conversion: { amount_total: cents, source_currency: 'usd' } } : {}),
    };
    stripe.pay(session);
  }
  // The customer's bank and Stripe name the currency that the operator is paid in.
  const settled = isCounted ? 'usd' : currency;
  const books = stripe.reverse(cents, settled);
  const foreign = random() < 0.08 ? stripe.disputeIn(settled === 'usd' ? 'eur' : 'usd', cents) : null;
  const unnamed = random() < 0.06 ? stripe.refundWithoutPayment(cents) : 0;
  const isFound = arrives && namesPayment;
  const loose: ExpectedItem[] = [];
  if (unnamed > 0)
    loose.push({ kind: 'reversal_without_payment', amount: unnamed / 100, microUsd: unnamed * CENT });
  if (isFound) {
    const over = isCounted ? Math.max(0, books.taken - cents) : 0;
    if (over > 0) loose.push({ kind: 'reversal_excess', amount: over / 100, microUsd: over * CENT });
    if (foreign !== null && foreign.cents > 0)
      loose.push({ kind: 'reversal_currency', amount: foreign.cents / 100, microUsd: null });
  } else {
    const waiting = books.taken + (foreign?.cents ?? 0);
    const isAllCounted = !stripe.currencies.has('eur');
    if (waiting > 0)
      loose.push({
        kind: 'reversal_waiting',
        amount: waiting / 100,
        microUsd: isAllCounted ? waiting * CENT : null,
      });
  }
  return {
    id,
    owner,
    loose,
    events: events.list,
    micro: arrives && isCounted ? cents * CENT : null,
    uncounted: arrives && !isCounted ? cents / 100 : null,
    reversed: isFound ? books.taken * CENT : 0,
  };
}

/** Writes the events of one payment of Stripe. */
class StripeReports {
  readonly #random: Random;
  readonly #events: Events;
  readonly #id: string;
  readonly #subscription: Subscription;
  /** Currencies of refunds and disputes that name the payment. */
  readonly currencies = new Set<unknown>();
  #second: number;
  #count = 0;

  constructor(random: Random, events: Events, id: string) {
    this.#random = random;
    this.#events = events;
    this.#id = id;
    this.#subscription = pick(['charges', 'refunds', 'both'] as const, random);
    this.#second = START_S + Math.floor(random() * 1_000);
  }

  pay(session: Record<string, unknown>): void {
    const random = this.#random;
    if (random() < 0.2) this.#send(paidSession(this.#id, { ...session, payment_status: 'unpaid' }), true);
    this.#send(paidSession(this.#id, session));
    const type = 'checkout.session.async_payment_succeeded';
    if (random() < 0.3) this.#send(paidSession(this.#id, session, { type }));
    if (random() < 0.1) this.#send(paidSession(this.#id, session, { livemode: true }), true);
    if (random() < 0.1) this.#emit('customer.created', { id: `cus_${this.#id}` }, true);
  }

  /** Refunds that succeed, wait, fail or are cancelled, and a dispute that may be lost, won, and lost again. */
  reverse(cents: number, currency: string): Books {
    const books = new Books();
    const refunds = Math.floor(this.#random() * 4);
    for (let i = 0; i < refunds; i++) {
      const left = cents - books.refunded;
      if (left === 0) break;
      this.#refund(books, { name: `re_${this.#id}_${i}`, currency, left });
    }
    if (this.#random() < 0.35) this.#dispute(books, { name: `dp_${this.#id}`, currency, cents });
    return books;
  }

  /** Adds a dispute and returns the amount that it takes in the end. */
  disputeIn(currency: string, cents: number): { readonly cents: number } {
    const books = new Books();
    this.#dispute(books, { name: `dpx_${this.#id}`, currency, cents });
    return { cents: books.disputed };
  }

  /** Adds a refund without a payment and returns its cents. */
  refundWithoutPayment(cents: number): number {
    const part = 1 + Math.floor(this.#random() * cents);
    this.#tick();
    this.#emit('charge.refunded', { id: `chx_${this.#id}`, amount_refunded: part, currency: 'usd' });
    return part;
  }

  #refund(
    books: Books,
    { name, currency, left }: { readonly name: string; readonly currency: string; readonly left: number },
  ): void {
    const random = this.#random;
    const amount = random() < 0.3 ? left : 1 + Math.floor(random() * left);
    this.#tick();
    const refund = {
      id: name,
      amount,
      currency,
      created: this.#second,
      payment_intent: `pi_${this.#id}`,
      ...(random() < 0.9 ? { charge: `ch_${this.#id}` } : {}),
    };
    books.refunded += amount;
    const isPending = random() < 0.3;
    const announce = [
      () => this.#emitRefund('refund.created', { ...refund, status: isPending ? 'pending' : 'succeeded' }),
      () => this.#emitCharge(books.refunded, currency),
    ];
    for (const emit of random() < 0.5 ? announce : announce.reverse()) emit();
    if (isPending && random() < 0.7) {
      this.#tick();
      this.#emitRefund('refund.updated', { ...refund, status: 'succeeded' });
    }
    if (random() > 0.25) return;
    this.#tick();
    books.refunded -= amount;
    const [type, status] = pick(
      [
        ['refund.failed', 'failed'],
        ['charge.refund.updated', 'failed'],
        ['refund.updated', 'canceled'],
      ] as const,
      random,
    );
    this.#emitRefund(type, { ...refund, status });
    if (this.#subscription === 'charges' || random() < 0.5) this.#emitCharge(books.refunded, currency);
  }

  #dispute(
    books: Books,
    { name, currency, cents }: { readonly name: string; readonly currency: string; readonly cents: number },
  ): void {
    const random = this.#random;
    const amount = random() < 0.5 ? cents : 1 + Math.floor(random() * cents * 1.2);
    const dispute = { id: name, amount, currency, payment_intent: `pi_${this.#id}` };
    this.#tick();
    if (random() < 0.5) this.#emit('charge.dispute.created', dispute, true);
    const turns = 1 + Math.floor(random() * 3);
    for (let i = 0; i < turns; i++) {
      this.#tick();
      const isWithdrawn = i % 2 === 0;
      this.#emit(`charge.dispute.funds_${isWithdrawn ? 'withdrawn' : 'reinstated'}`, dispute);
      books.disputed = isWithdrawn ? amount : 0;
    }
  }

  #emitRefund(type: string, refund: Record<string, unknown>): void {
    if (this.#subscription !== 'charges') this.#emit(type, refund);
  }

  #emitCharge(refunded: number, currency: string): void {
    if (this.#subscription === 'refunds') return;
    const charge = { id: `ch_${this.#id}`, amount_refunded: refunded, currency };
    this.#emit('charge.refunded', { ...charge, payment_intent: `pi_${this.#id}` });
  }

  #emit(type: string, object: Record<string, unknown>, isEmpty = false): void {
    if (!isEmpty && object.payment_intent !== undefined) this.currencies.add(object.currency);
    this.#send(stripeEvent('', type, object), isEmpty);
  }

  #send(event: object, isEmpty = false): void {
    const id = `evt_${this.#id}_${String(this.#count++).padStart(3, '0')}`;
    const sent = { ...event, id, created: this.#second };
    this.#events.add((nowMs) => stripeCall(sent, nowMs), isEmpty);
  }

  /** Lets time pass at the provider. */
  #tick(): void {
    this.#second += 1 + Math.floor(this.#random() * 100);
  }
}

function drawCheckout(random: Random, id: string): HistoryPayment {
  const [cents, owner] = [drawCents(random), drawOwner(random)];
  const currency = random() < 0.85 ? pick(['USDC', 'USD'] as const, random) : 'EUR';
  const isCounted = currency !== 'EUR';
  const events = new Events();
  const body = (changes: Record<string, unknown>) =>
    paidCheckout(id, { metadata: nameOwner(owner), ...changes });
  let count = 0;
  const send = (changes: Record<string, unknown>, isEmpty = false) => {
    const eventId = `${id}_${count++}`;
    const event = body({ currency, amount: toText(cents), settlement: undefined, ...changes });
    events.add((nowMs) => coinbaseCall(event, eventId, nowMs), isEmpty);
  };
  if (random() < 0.2) send({ status: 'PENDING' }, true);
  const settlement = { totalAmount: toText(cents), feeAmount: '0.01', netAmount: '0.99', currency };
  send(random() < 0.5 ? { settlement, amount: '1.00' } : {});
  if (random() < 0.2) send({ eventType: 'payment_link.payment.success' });
  const refunds: { id: string; amount: string; status: string; cents: number }[] = [];
  let left = cents;
  let second = START_S;
  const report = (eventType: string) => {
    second += 1 + Math.floor(random() * 100);
    const updatedAt = new Date(second * 1_000).toISOString();
    send({
      eventType,
      updatedAt,
      refunds: refunds.map(({ cents: _, ...refund }) => ({ ...refund, currency })),
    });
  };
  for (let i = 0; i < Math.floor(random() * 3) && left > 0; i++) {
    const part = random() < 0.3 ? left : 1 + Math.floor(random() * left);
    left -= part;
    const refund = { id: `rf_${id}_${i}`, amount: toText(part), status: 'COMPLETED', cents: part };
    refunds.push(refund);
    report('checkout.refund.success');
    if (random() > 0.2) continue;
    refund.status = 'FAILED';
    left += part;
    report('checkout.refund.failed');
  }
  return {
    id,
    owner,
    loose: [],
    events: events.list,
    micro: isCounted ? cents * CENT : null,
    uncounted: isCounted ? null : cents / 100,
    reversed: (cents - left) * CENT,
  };
}

function drawCharge(random: Random, id: string): HistoryPayment {
  const [cents, owner] = [drawCents(random), drawOwner(random)];
  const local = { amount: toText(cents), currency: 'USD' };
  const events = new Events();
  const send = (type: string, number: number, isEmpty = false) => {
    const data = { id: `chg_${id}`, pricing: { local }, metadata: nameOwner(owner) };
    events.add(() => commerceCall({ id: 1, event: { id: `${id}_${number}`, type, data } }), isEmpty);
  };
  if (random() < 0.3) send('charge:pending', 0, true);
  send('charge:confirmed', 1);
  if (random() < 0.3) send('charge:resolved', 2);
  return {
    id,
    owner,
    loose: [],
    events: events.list,
    micro: cents * CENT,
    uncounted: null,
    reversed: 0,
  };
}

function drawOwnDeposit(random: Random, id: string): HistoryPayment {
  const [micro, owner] = [1 + Math.floor(random() * 40_000_000), drawOwner(random)];
  const isPlain = random() < 0.5;
  const events = new Events();
  const sign = (event: object) => (nowMs: number) =>
    isPlain ? plainCall(event) : standardCall(event, nowMs, { id: `msg_${id}` });
  const first = events.add(sign(ownDeposit(`dep-${id}`, { microUsd: micro, metadata: nameOwner(owner) })));
  if (random() < 0.2) events.add(sign({ id: `n-${id}`, type: 'deposit.noted', data: {} }), true);
  const loose: ExpectedItem[] = [];
  if (random() < 0.2) {
    const other = micro + 1 + Math.floor(random() * 1_000);
    const data = { microUsd: other, metadata: { crosstape_owner: 'ben' } };
    events.add(sign(ownDeposit(`dep-${id}`, data)), false, first);
    loose.push({ kind: 'ref_conflict', amount: other / 1_000_000, microUsd: other });
  }
  return { id, owner, loose, events: events.list, micro, uncounted: null, reversed: 0 };
}
