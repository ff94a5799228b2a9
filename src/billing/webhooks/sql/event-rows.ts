import type { Statements } from '../../../storage/statements.ts';
import type { EventRow, EventRows } from '../rows.ts';

/** Prepares the rows of provider events as statements of one connection. */
export function prepareEventRows(tx: Statements): EventRows {
  return {
    find: (provider, eventId) =>
      tx
        .get<EventRow>(
          `SELECT provider, event_id AS "eventId", type, object_id AS "objectId", body_sha256 AS "bodyHash",
             received_at AS "receivedAt", outcome
           FROM webhook_event WHERE provider = ? AND event_id = ?`,
        )
        .get(provider, eventId) ?? null,
    insert: ({ provider, eventId, type, objectId, bodyHash, receivedAt, outcome }) => {
      tx.get(
        `INSERT INTO webhook_event (provider, event_id, type, object_id, body_sha256, received_at, outcome)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(provider, eventId, type, objectId, bodyHash, receivedAt, outcome);
    },
    setOutcome: (provider, eventId, outcome) => {
      tx.get('UPDATE webhook_event SET outcome = ? WHERE provider = ? AND event_id = ?').run(
        outcome,
        provider,
        eventId,
      );
    },
  };
}
