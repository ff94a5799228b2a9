import type { MicroUsd } from '../../domain/index.ts';
import type { Reversal } from '../deposits/reversal.ts';

/** Reasons why an event moved no money. */
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

/** A payment that a provider reports as received. */
export interface PaidObject {
  /** Id of the object that was paid, such as a checkout; null: the provider reports each payment in one event only. */
  readonly objectId: string | null;
  /** Id of the payment, by which refunds name it; null: refunds cannot name the payment. */
  readonly paymentId: string | null;
  /** Owner of the payment; null: the event names no owner, two different ones, or an invalid name. */
  readonly owner: string | null;
  /** Currency in capitals. */
  readonly currency: string;
  /** Amount as decimal text in units of the currency. */
  readonly amount: string;
  /** Amount in micro-USD; null: not a counted currency, or above the limit of one operation. */
  readonly microUsd: MicroUsd | null;
}

/** A provider's event in the terms of this service. Only events of these kinds are processed. */
export type ProviderEvent =
  /** An event that is not stored. */
  | { readonly kind: 'ignored'; readonly reason: IgnoredReason }
  /** An event that moves no money and is stored as a record of the payment's progress. */
  | { readonly kind: 'noted'; readonly eventId: string; readonly type: string; readonly objectId: string }
  | {
      readonly kind: 'deposit';
      readonly eventId: string;
      readonly type: string;
      readonly paid: PaidObject;
      /**
       * Name of the sender where a provider has several, whose event ids have a scope of their own. Absent: the
       * provider has one sender.
       */
      readonly sender?: string;
      /**
       * Whether an event id that repeats with another owner or amount is a conflict. Absent: only the first event
       * counts.
       */
      readonly isStrict?: boolean;
    }
  | {
      readonly kind: 'reversal';
      readonly eventId: string;
      readonly type: string;
      readonly reversals: readonly Reversal[];
    };

/** Creates an event that is not stored, with the reason. */
export function toIgnored(reason: IgnoredReason): ProviderEvent {
  return { kind: 'ignored', reason };
}

/** Error: a signed event lacks a required member. The event is not stored. */
export class MalformedEventError extends Error {
  override readonly name = 'MalformedEventError';
  /** Name of the missing or wrong member of the body, or of the header. */
  readonly member: string;

  constructor(member: string, allowed: string) {
    super(`${member} must be ${allowed}`);
    this.member = member;
  }
}
