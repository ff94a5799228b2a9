import type { MicroUsd } from '../../domain/index.ts';
import type { Reversal } from '../deposits/reversal.ts';

/** Why an event moved nothing. */
export const IGNORED_REASONS = [
  'event_type',
  'unpaid',
  'not_completed',
  'mode_mismatch',
  'zero_amount',
  'currency',
  'unattributed',
  'pending_deposit',
] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];

/** Money that a provider says it received. */
export interface PaidObject {
  /** The paid object; null: the provider reports it in one event only. */
  readonly objectId: string | null;
  /** Id of the payment, by which refunds name it; null: refunds cannot name the payment. */
  readonly paymentId: string | null;
  /** Owner of the payment; null: the event names no owner, two of them, or one that cannot be. */
  readonly owner: string | null;
  /** Currency in capitals. */
  readonly currency: string;
  /** Amount as decimal text in units of the currency. */
  readonly amount: string;
  /** Amount in micro-USD; null: not a counted currency, or above the limit of one operation. */
  readonly microUsd: MicroUsd | null;
}

/** Meaning of a provider's event. Nothing else moves money. */
export type ProviderEvent =
  /** An event of which nothing is kept. */
  | { readonly kind: 'ignored'; readonly reason: IgnoredReason }
  /** Moves no money; kept as a record of the payment's course. */
  | { readonly kind: 'noted'; readonly eventId: string; readonly type: string; readonly objectId: string }
  | {
      readonly kind: 'deposit';
      readonly eventId: string;
      readonly type: string;
      readonly paid: PaidObject;
      /**
       * Names one of several senders of the provider, whose event ids have a scope of their own. Absent: the only one.
       */
      readonly sender?: string;
      /** Whether an id that comes again with another owner or amount is a conflict. Absent: the first event counts. */
      readonly isStrict?: boolean;
    }
  | {
      readonly kind: 'reversal';
      readonly eventId: string;
      readonly type: string;
      readonly reversals: readonly Reversal[];
    };

/** Makes the event of a message of which nothing is kept, with the reason. */
export function toIgnored(reason: IgnoredReason): ProviderEvent {
  return { kind: 'ignored', reason };
}

/** A signed event that lacks a required member. Nothing of the event is kept. */
export class MalformedEventError extends Error {
  override readonly name = 'MalformedEventError';
  /** The member of the body, or the header. */
  readonly member: string;

  constructor(member: string, allowed: string) {
    super(`${member} must be ${allowed}`);
    this.member = member;
  }
}
