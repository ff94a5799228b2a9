import type { Transaction } from '../../../../storage/sqlite/procedure.ts';
import type { IgnoredReason } from '../provider-event.ts';

/** What an event came to, as it is answered when it comes again. */
export type StoredOutcome =
  | { readonly ignored: IgnoredReason }
  | { readonly owner: string; readonly microUsd: number | null; readonly isHeld: boolean };

export interface StoredEvent {
  readonly provider: string;
  readonly eventId: string;
  readonly type: string;
  readonly objectId: string | null;
  readonly bodyHash: string;
  readonly receivedAt: number;
  readonly outcome: StoredOutcome;
}

export function findEvent(
  tx: Transaction,
  provider: string,
  eventId: string,
): Pick<StoredEvent, 'bodyHash' | 'outcome'> | null {
  const row = tx
    .get('SELECT body_sha256 AS bodyHash, outcome FROM webhook_event WHERE provider = ? AND event_id = ?')
    .get(provider, eventId) as { bodyHash: string; outcome: string } | undefined;
  if (row === undefined) return null;
  return { bodyHash: row.bodyHash, outcome: JSON.parse(row.outcome) as StoredOutcome };
}

export function storeEvent(tx: Transaction, event: StoredEvent): void {
  tx.get(
    `INSERT INTO webhook_event (provider, event_id, type, object_id, body_sha256, received_at, outcome)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    event.provider,
    event.eventId,
    event.type,
    event.objectId,
    event.bodyHash,
    event.receivedAt,
    JSON.stringify(event.outcome),
  );
}

/** What waited for its deposit has been applied. */
export function storeOutcome(
  tx: Transaction,
  provider: string,
  eventId: string,
  outcome: StoredOutcome,
): void {
  tx.get('UPDATE webhook_event SET outcome = ? WHERE provider = ? AND event_id = ?').run(
    JSON.stringify(outcome),
    provider,
    eventId,
  );
}
