import type { AssetRef, VenueId } from '../../../domain/index.ts';
import type {
  AccountEvent,
  AccountHoldings,
  EventQuery,
  EventsReading,
  HoldingsReading,
  ListedOrder,
  OpenOrdersReading,
} from '../account-readings.ts';
import type { CallPurpose } from '../calls/call-budget.ts';
import { redact } from '../calls/redact.ts';
import type {
  CredentialCheck,
  CredentialForm,
  ExecutionCounters,
  ExecutionVenue,
  OpenedSecret,
  OrderTicket,
  Preparation,
  PreparedOrder,
  SendOptions,
  SendOutcome,
  SentOrder,
  VenueOutcome,
} from '../execution-venue.ts';
import { describeForm, isUnreadable, rejectCredential } from './credential-form.ts';
import { HeldOrders } from './held-orders.ts';
import { type OrderSender, reject } from './order-sender.ts';
import { findContradiction } from './plausible.ts';
import { catchFailedCheck, catchRejection, catchUnknown, catchUnread } from './venue-read.ts';

/**
 * Reasons for which an order is read: its answer never came, it rests, its fees or prices are not stated yet, or a
 * cancel was just sent and may have ended it.
 */
export type FindPurpose = Extract<CallPurpose, 'outcome' | 'resting' | 'fees' | 'confirm'>;

const PURPOSES: Readonly<Record<NonNullable<SentOrder['known']>, FindPurpose>> = {
  nothing: 'outcome',
  resting: 'resting',
  end: 'fees',
};

/** An order that was sent, with the reason for reading it. */
export interface WantedOrder {
  readonly order: PreparedOrder;
  readonly sent: SentOrder;
  readonly purpose: FindPurpose;
}

/**
 * Maximum number of cancels of one order. Some venues need their own id of the order, which only the second cancel
 * knows.
 */
const MAX_CANCELS = 2;

/**
 * The part of order execution that each venue implements. Its methods receive a readable credential and may throw a
 * `VenueReadError`.
 */
export interface VenueProtocol<Credential extends object> {
  readonly venue: VenueId;
  readonly sender: OrderSender;

  readCredential(secret: OpenedSecret): Credential | CredentialForm;
  /** Returns the account's public name at the venue, which its orders contain. */
  getAccount(credential: Credential): string;
  /** Checks by read-only requests that the venue allows trading with the credential, and nothing more. */
  check(credential: Credential, signal: AbortSignal): Promise<CredentialCheck>;
  /** Reads the market; sizes, prices and signs the order. */
  build(ticket: OrderTicket, credential: Credential, signal: AbortSignal): Promise<Preparation>;
  /**
   * Prepares the sending of an order, for example waits for a turn.
   *
   * @returns A function that sends the order at once, reads the answer, and never throws.
   */
  open(
    order: PreparedOrder,
    credential: Credential,
    signal: AbortSignal,
  ): Promise<() => Promise<VenueOutcome>>;
  /** Asks the venue for the order by its client id. */
  find(wanted: WantedOrder, credential: Credential, signal: AbortSignal): Promise<VenueOutcome>;
  /**
   * Asks the venue to cancel an order, whether the order rests or not; its state is looked up afterwards. Where a venue
   * needs its own id for that and the id is not known, nothing is sent.
   */
  requestCancel(
    order: PreparedOrder,
    venueOrderId: string | null,
    credential: Credential,
    signal: AbortSignal,
  ): Promise<void>;
  /** Reads the account's holdings in these markets; markets whose holding cannot be read are left out. */
  readHoldings(
    markets: readonly AssetRef[],
    credential: Credential,
    signal: AbortSignal,
  ): Promise<Omit<AccountHoldings, 'account'>>;
  /** Reads the events that the venue itself caused in the account. Absent where the venue states no such events. */
  readEvents?(query: EventQuery, credential: Credential, signal: AbortSignal): Promise<AccountEvent[]>;
  /**
   * Reads the resting orders of the account, including those that this service did not place. Absent where the venue
   * states no list of a known form.
   */
  readOpenOrders?(
    markets: readonly AssetRef[],
    credential: Credential,
    signal: AbortSignal,
  ): Promise<ListedOrder[]>;
}

/** Executes orders on a live venue: the part that all venues share, built on the protocol of one. */
export class LiveExecution<Credential extends object> implements ExecutionVenue {
  readonly venue: VenueId;
  readonly #protocol: VenueProtocol<Credential>;
  readonly #held: HeldOrders;

  /** Wraps a venue's protocol. @param now Monotonic ms. */
  constructor(protocol: VenueProtocol<Credential>, now = () => performance.now()) {
    this.#held = new HeldOrders(now);
    this.venue = protocol.venue;
    this.#protocol = protocol;
  }

  async checkCredential(secret: OpenedSecret, signal: AbortSignal): Promise<CredentialCheck> {
    const credential = this.#protocol.readCredential(secret);
    if (isUnreadable(credential)) return rejectCredential(describeForm(credential));
    const check = await catchFailedCheck(() => this.#protocol.check(credential, signal));
    return 'problem' in check ? { ...check, problem: redact(check.problem, secret) } : check;
  }

  async prepare(ticket: OrderTicket, secret: OpenedSecret, signal: AbortSignal): Promise<Preparation> {
    const credential = this.#protocol.readCredential(secret);
    if (isUnreadable(credential)) return reject('no_credentials', describeForm(credential));
    return withoutSecret(
      await catchRejection(() => this.#protocol.build(ticket, credential, signal)),
      secret,
    );
  }

  async send(order: PreparedOrder, secret: OpenedSecret, options: SendOptions): Promise<SendOutcome> {
    const credential = this.#protocol.readCredential(secret);
    if (isUnreadable(credential)) return reject('no_credentials', describeForm(credential));
    const sent = await this.#protocol.sender.send(order, options, () =>
      catchRejection(() => this.#protocol.open(order, credential, options.signal)),
    );
    return withoutSecret(sent.status === 'not_sent' ? sent : this.#believe(order, sent), secret);
  }

  async lookUp(
    order: PreparedOrder,
    sent: SentOrder,
    secret: OpenedSecret,
    signal: AbortSignal,
  ): Promise<VenueOutcome> {
    const credential = this.#protocol.readCredential(secret);
    if (isUnreadable(credential)) return toUnknown('the credential cannot be used to ask');
    return withoutSecret(
      await this.#find({ order, sent, purpose: PURPOSES[sent.known ?? 'nothing'] }, credential, signal),
      secret,
    );
  }

  async cancel(
    order: PreparedOrder,
    sent: SentOrder,
    secret: OpenedSecret,
    signal: AbortSignal,
  ): Promise<VenueOutcome> {
    const credential = this.#protocol.readCredential(secret);
    if (isUnreadable(credential)) return toUnknown('the credential cannot be used to cancel');
    let venueOrderId = sent.venueOrderId;
    let known = sent.known ?? 'nothing';
    for (let cancels = 1; ; cancels++) {
      const found = await catchUnknown(async () => {
        // The cancel comes before any look-up, because a resting order can trade meanwhile.
        await this.#protocol.requestCancel(order, venueOrderId, credential, signal);
        // Only the order itself states how it ended, whatever the venue answered to the cancel.
        return this.#find({ order, sent: { ...sent, known }, purpose: 'confirm' }, credential, signal);
      });
      // Nothing has traded and nothing rests, so the cancel is done.
      const isEmpty = found.status === 'rejected' && found.reason === 'no_liquidity';
      if (isEmpty) return { status: 'cancelled', venueOrderId };
      if (found.status !== 'resting' || cancels === MAX_CANCELS) return withoutSecret(found, secret);
      venueOrderId = found.venueOrderId;
      known = 'resting';
    }
  }

  async readHoldings(
    markets: readonly AssetRef[],
    secret: OpenedSecret,
    signal: AbortSignal,
  ): Promise<HoldingsReading> {
    const credential = this.#protocol.readCredential(secret);
    if (isUnreadable(credential)) return { status: 'unknown', problem: describeForm(credential) };
    const reading = await catchUnread(async () => ({
      status: 'read' as const,
      account: this.#protocol.getAccount(credential),
      ...(await this.#protocol.readHoldings(markets, credential, signal)),
    }));
    return withoutSecret(reading, secret);
  }

  async readEvents(query: EventQuery, secret: OpenedSecret, signal: AbortSignal): Promise<EventsReading> {
    const credential = this.#protocol.readCredential(secret);
    if (isUnreadable(credential)) return { status: 'unknown', problem: describeForm(credential) };
    const reading = await catchUnread(async () => ({
      status: 'read' as const,
      events: (await this.#protocol.readEvents?.(query, credential, signal)) ?? [],
    }));
    return withoutSecret(reading, secret);
  }

  async readOpenOrders(
    markets: readonly AssetRef[],
    secret: OpenedSecret,
    signal: AbortSignal,
  ): Promise<OpenOrdersReading> {
    const credential = this.#protocol.readCredential(secret);
    if (isUnreadable(credential)) return { status: 'unknown', problem: describeForm(credential) };
    const reading = await catchUnread(async (): Promise<OpenOrdersReading> => {
      const orders = await this.#protocol.readOpenOrders?.(markets, credential, signal);
      return orders === undefined
        ? { status: 'unknown', problem: `${this.venue} lists no open orders` }
        : { status: 'read', orders };
    });
    return withoutSecret(reading, secret);
  }

  getCounters(): ExecutionCounters {
    return this.#protocol.sender.getCounters();
  }

  async #find(wanted: WantedOrder, credential: Credential, signal: AbortSignal): Promise<VenueOutcome> {
    const { order } = wanted;
    const found = await catchUnknown(() => this.#protocol.find(wanted, credential, signal));
    const isAbsent = found.status === 'rejected' && found.reason === 'venue_unavailable';
    // With the credential of another account the order may be found, but it cannot be proven absent.
    if (isAbsent && this.#protocol.getAccount(credential) !== order.account) {
      return toUnknown('the stored credential is not the one that the order was sent with');
    }
    // A single answer does not end an order that the venue held before, whether a cancel was requested or not.
    if (wanted.sent.known === 'resting' && found.status !== 'unknown') {
      if (!isAbsent) this.#held.noteKnown(order.venueClientId);
      else if (!this.#held.noteMissed(order.venueClientId))
        return toUnknown('the venue does not know the order that it was holding');
    }
    return this.#believe(order, found);
  }

  /** Replaces an outcome that cannot be true by an unknown one, and counts it. */
  #believe(order: PreparedOrder, outcome: VenueOutcome): VenueOutcome {
    const contradiction = findContradiction(order, outcome);
    if (contradiction === null) return outcome;
    this.#protocol.sender.reportImplausible(contradiction);
    return toUnknown(`the venue's answer cannot be true: ${contradiction}`);
  }
}

function toUnknown(message: string): VenueOutcome {
  return { status: 'unknown', message };
}

function withoutSecret<Outcome extends object>(outcome: Outcome, secret: OpenedSecret): Outcome {
  if ('problem' in outcome && typeof outcome.problem === 'string') {
    return { ...outcome, problem: redact(outcome.problem, secret) };
  }
  if (!('message' in outcome) || typeof outcome.message !== 'string') return outcome;
  return { ...outcome, message: redact(outcome.message, secret) };
}
