import type { MicroUsd } from '../../domain/index.ts';
import type { ProviderId } from '../deposits/deposit.ts';
import type { IgnoredReason, ProviderEvent } from './provider-event.ts';

/** Outcome of an event. */
export type EventOutcome =
  | { readonly status: 'ignored'; readonly reason: IgnoredReason }
  /** The id was used for another owner or amount: nothing moved, and a person decides. */
  | { readonly status: 'conflict' }
  | {
      readonly status: 'money';
      /** Whether money was moved; false: the event waits for a review, or came before. */
      readonly applied: boolean;
      readonly owner: string;
      /** Change of the balance, now or before; null: an amount that cannot be counted. */
      readonly microUsd: number | null;
      readonly balance: MicroUsd;
      /** Debt of the owner now. */
      readonly owed: MicroUsd;
      readonly isHeld: boolean;
    };

/** An event that is kept. */
export type KeptEvent = Exclude<ProviderEvent, { kind: 'ignored' }>;

export interface ReceivedEvent {
  readonly provider: ProviderId;
  readonly event: KeptEvent;
  /** SHA-256 of the body, hex. Empty: it did not come as a webhook, so its bytes are not known. */
  readonly bodyHash: string;
}

export interface TakenEvent {
  /** Whether the event is new; false: taken before, and nothing changed. */
  readonly isNew: boolean;
  /** Whether the event came before with another body. */
  readonly isAltered: boolean;
  readonly outcome: EventOutcome;
}
