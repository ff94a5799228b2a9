import type { MicroUsd } from '../../domain/index.ts';
import type { ProviderId } from '../deposits/deposit.ts';
import type { IgnoredReason, ProviderEvent } from './provider-event.ts';

/** Answer to an event, with the balance and debt of its owner. */
export type EventOutcome =
  | { readonly status: 'ignored'; readonly reason: IgnoredReason }
  /** The id was used before with another owner or amount: no money moved, and a person decides. */
  | { readonly status: 'conflict' }
  | {
      readonly status: 'money';
      /** Whether money was moved; false: the event waits for a review, or was processed before. */
      readonly applied: boolean;
      readonly owner: string;
      /** Change of the owner's balance by this event; null: an amount that cannot be counted. */
      readonly microUsd: number | null;
      readonly balance: MicroUsd;
      /** Current debt of the owner. */
      readonly owed: MicroUsd;
      readonly isHeld: boolean;
    };

/** An event that is stored: any but an ignored one. */
export type StorableEvent = Exclude<ProviderEvent, { kind: 'ignored' }>;

export interface ReceivedEvent {
  readonly provider: ProviderId;
  readonly event: StorableEvent;
  /** SHA-256 of the body, hex. Empty: the event did not come as a webhook, so its bytes are not known. */
  readonly bodyHash: string;
}

export interface TakenEvent {
  /** Whether the event is new; false: it was processed before, and nothing changed. */
  readonly isNew: boolean;
  /** Whether the event was received before with another body. */
  readonly isAltered: boolean;
  readonly outcome: EventOutcome;
}
