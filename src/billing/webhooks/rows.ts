import type { ProviderId } from '../deposits/deposit.ts';

/** Stored form of an event of a provider. */
export interface EventRow {
  readonly provider: ProviderId;
  readonly eventId: string;
  readonly type: string;
  /** Id of the object that the event is about; null: the provider does not name one. */
  readonly objectId: string | null;
  /** SHA-256 of the body, hex. Empty: the event did not come as a webhook, so its bytes are not known. */
  readonly bodyHash: string;
  /** Time when the event was received, epoch ms. */
  readonly receivedAt: number;
  /** Outcome of the event, as JSON. */
  readonly outcome: string;
}

/** Rows of provider events within a transaction. */
export interface EventRows {
  find(provider: ProviderId, eventId: string): EventRow | null;
  insert(row: EventRow): void;
  setOutcome(provider: ProviderId, eventId: string, outcome: string): void;
}
