import { type ProviderCall, paidSession, stripeCall, stripeEvent } from '../support/provider-events.ts';
import { pick, type Random } from './ledger-world.ts';

/** A payment at the provider, and all that happened to it there. Amounts in cents. */
export interface Payment {
  readonly id: string;
  readonly cents: number;
  /** null: its metadata name nobody. */
  readonly owner: string | null;
  refunded: number;
  disputed: number;
  reinstated: number;
}

/** Computes the net amount that the provider has of a payment in the end, micro-USD. */
export function computeNet({ cents, refunded, disputed, reinstated }: Payment): number {
  return (cents - refunded - disputed + reinstated) * 10_000;
}

/** An event that is delivered until it is answered with success, and now and then again afterwards. */
export interface Delivery {
  readonly event: object;
  isAnswered: boolean;
}

/**
 * A provider that takes payments, refunds them and loses disputes, and reports each in events with ids of their own:
 * late, twice, out of order, and of one payment in two events.
 */
export class SimulatedProvider {
  readonly payments: Payment[] = [];
  readonly deliveries: Delivery[] = [];
  readonly #random: Random;
  readonly #owners: readonly string[];
  #events = 0;

  constructor(random: Random, owners: readonly string[]) {
    this.#random = random;
    this.#owners = owners;
  }

  /** Makes something happen at the provider; its events wait for their delivery. */
  happen(): void {
    const dice = this.#random();
    const open = this.payments.filter((payment) => payment.cents > payment.refunded + payment.disputed);
    if (dice < 0.5 || open.length === 0) this.#pay();
    else if (dice < 0.75) this.#refund(pick(open, this.#random));
    else this.#dispute(pick(open, this.#random));
  }

  /** Takes any of the waiting events, or one that was answered before. */
  next(): Delivery | null {
    const waiting = this.deliveries.filter(({ isAnswered }) => !isAnswered);
    const isAgain = this.#random() < 0.25 || waiting.length === 0;
    const from = isAgain ? this.deliveries : waiting;
    return from.length === 0 ? null : pick(from, this.#random);
  }

  #pay(): void {
    const id = `p${this.payments.length}`;
    const owner = this.#random() < 0.15 ? null : pick(this.#owners, this.#random);
    const cents = 1 + Math.floor(this.#random() * 4_000);
    this.payments.push({ id, cents, owner, refunded: 0, disputed: 0, reinstated: 0 });
    const session = {
      amount_total: cents,
      metadata: owner === null ? {} : { crosstape_owner: owner },
    };
    this.#deliver(paidSession(id, session, { id: this.#eventId() }));
    if (this.#random() < 0.3) {
      const type = 'checkout.session.async_payment_succeeded';
      this.#deliver(paidSession(id, session, { id: this.#eventId(), type }));
    }
  }

  #refund(payment: Payment): void {
    payment.refunded += this.#part(payment);
    this.#deliver(
      stripeEvent(this.#eventId(), 'charge.refunded', {
        id: `ch_${payment.id}`,
        amount_refunded: payment.refunded,
        currency: 'usd',
        payment_intent: `pi_${payment.id}`,
      }),
    );
  }

  #dispute(payment: Payment): void {
    if (payment.disputed > 0) return;
    payment.disputed = this.#part(payment);
    const dispute = {
      id: `dp_${payment.id}`,
      amount: payment.disputed,
      currency: 'usd',
      payment_intent: `pi_${payment.id}`,
    };
    this.#deliver(stripeEvent(this.#eventId(), 'charge.dispute.created', dispute));
    this.#deliver(stripeEvent(this.#eventId(), 'charge.dispute.funds_withdrawn', dispute));
    if (this.#random() < 0.5) return;
    payment.reinstated = payment.disputed;
    this.#deliver(stripeEvent(this.#eventId(), 'charge.dispute.funds_reinstated', dispute));
  }

  #part({ cents, refunded, disputed }: Payment): number {
    const left = cents - refunded - disputed;
    return this.#random() < 0.3 ? left : 1 + Math.floor(this.#random() * left);
  }

  #deliver(event: object): void {
    this.deliveries.push({ event, isAnswered: false });
  }

  #eventId(): string {
    return `evt_${this.#events++}`;
  }
}

/** Turns an event into its call over the wire. */
export function toCall({ event }: Delivery, nowMs: number): ProviderCall {
  return stripeCall(event, nowMs);
}
