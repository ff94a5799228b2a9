import { bindOperations, type Transaction } from '../../storage/procedure.ts';
import { type Statements, toListValue } from '../../storage/statements.ts';
import { ALERT_OPERATIONS } from '../operations/alerts.ts';
import type {
  AlertEventRow,
  AlertQueries,
  AlertRows,
  AlertStateRow,
  DeliveryRow,
  EndpointRow,
} from '../rows.ts';

const STATE = 'rule, subject, condition, phase, since, fired_at AS "firedAt", position, version';
const EVENT = 'seq, id, type, rule, subject, asset, t, value, threshold, text';
const DELIVERY = `id, seq, endpoint, rule, state, tries, next_at AS "nextAt", status, reason,
  created_at AS "createdAt", ended_at AS "endedAt"`;
const ENDPOINT = 'endpoint, off_since AS "offSince", suppressed, suppressed_since AS "suppressedSince"';

const PUT_STATE = `INSERT INTO alert_state (rule, subject, condition, phase, since, fired_at, position, version)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (rule, subject) DO UPDATE SET condition = excluded.condition, phase = excluded.phase,
    since = excluded.since, fired_at = excluded.fired_at, position = excluded.position, version = excluded.version`;

const PUT_ENDPOINT = `INSERT INTO alert_endpoint (endpoint, off_since, suppressed, suppressed_since)
  VALUES (?, ?, ?, ?)
  ON CONFLICT (endpoint) DO UPDATE SET off_since = excluded.off_since, suppressed = excluded.suppressed,
    suppressed_since = excluded.suppressed_since`;

function prepareAlertRows(tx: Transaction): AlertRows {
  return {
    findState: (rule, subject) =>
      tx
        .get<AlertStateRow>(`SELECT ${STATE} FROM alert_state WHERE rule = ? AND subject = ?`)
        .get(rule, subject) ?? null,
    putState: ({ rule, subject, condition, phase, since, firedAt, position, version }) =>
      tx.get(PUT_STATE).run(rule, subject, condition, phase, since, firedAt, position, version),
    findLastSeq: () =>
      tx.get<{ readonly seq: number }>('SELECT seq FROM alert_event ORDER BY seq DESC LIMIT 1').get()?.seq ??
      0,
    insertEvent: ({ seq, id, type, rule, subject, asset, t, value, threshold, text }) =>
      tx
        .get(
          'INSERT INTO alert_event (seq, id, type, rule, subject, asset, t, value, threshold, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        )
        .run(seq, id, type, rule, subject, asset, t, value, threshold, text),
    insertDelivery: (row) =>
      tx
        .get(`INSERT INTO alert_delivery (id, seq, endpoint, rule, state, tries, next_at, status, reason, created_at, ended_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
        .run(
          row.id,
          row.seq,
          row.endpoint,
          row.rule,
          row.state,
          row.tries,
          row.nextAt,
          row.status,
          row.reason,
          row.createdAt,
          row.endedAt,
        ),
    putDelivery: ({ id, state, tries, nextAt, status, reason, endedAt }) =>
      tx
        .get(
          'UPDATE alert_delivery SET state = ?, tries = ?, next_at = ?, status = ?, reason = ?, ended_at = ? WHERE id = ?',
        )
        .run(state, tries, nextAt, status, reason, endedAt, id),
    findDelivery: (id) =>
      tx.get<DeliveryRow>(`SELECT ${DELIVERY} FROM alert_delivery WHERE id = ?`).get(id) ?? null,
    countDeliveries: (endpoint, since) =>
      Number(
        tx
          .get('SELECT COUNT(*) AS n FROM alert_delivery WHERE endpoint = ? AND created_at >= ?')
          .get(endpoint, since)?.n ?? 0,
      ),
    countWaiting: (endpoint) =>
      Number(
        tx
          .get(`SELECT COUNT(*) AS n FROM alert_delivery WHERE endpoint = ? AND state = 'waiting'`)
          .get(endpoint)?.n ?? 0,
      ),
    findEndpoint: (endpoint) =>
      tx.get<EndpointRow>(`SELECT ${ENDPOINT} FROM alert_endpoint WHERE endpoint = ?`).get(endpoint) ?? null,
    putEndpoint: ({ endpoint, offSince, suppressed, suppressedSince }) =>
      tx.get(PUT_ENDPOINT).run(endpoint, offSince, suppressed, suppressedSince),
    endWaiting: (endpoint, reason, at) =>
      tx
        .get(
          `UPDATE alert_delivery SET state = 'dead', reason = ?, ended_at = ? WHERE endpoint = ? AND state = 'waiting'`,
        )
        .run(reason, at, endpoint),
    removeBefore: (t) => {
      tx.get(`DELETE FROM alert_delivery WHERE state <> 'waiting' AND ended_at < ?`).run(t);
      tx.get(
        `DELETE FROM alert_event WHERE t < ? AND NOT EXISTS (SELECT 1 FROM alert_delivery d WHERE d.seq = alert_event.seq)
           AND seq < (SELECT MAX(seq) FROM alert_event)`,
      ).run(t);
      // Pairs and anomalies come and go, and each has a state of its own.
      tx.get(`DELETE FROM alert_state WHERE subject <> '' AND phase = 'ok' AND since < ?`).run(t);
    },
    removeStatesExcept: (rules) =>
      tx
        .get('DELETE FROM alert_state WHERE rule NOT IN (SELECT kept.value FROM json_each(?) AS kept)')
        .run(toListValue(rules)),
  };
}

export const procedures = bindOperations(import.meta.url, ALERT_OPERATIONS, prepareAlertRows);

/** Prepares queries on committed rows, as SQL for both engines. */
export function prepareAlertQueries(reads: Statements): AlertQueries {
  const copy = <Row extends object>(rows: Row[]) => rows.map((row) => ({ ...row }));
  return {
    listStates: async () =>
      copy(reads.get<AlertStateRow>(`SELECT ${STATE} FROM alert_state ORDER BY rule, subject`).all()),
    listEndpoints: async () =>
      copy(reads.get<EndpointRow>(`SELECT ${ENDPOINT} FROM alert_endpoint ORDER BY endpoint`).all()),
    listEvents: async (beforeSeq, since, limit) =>
      copy(
        reads
          .get<AlertEventRow>(
            `SELECT ${EVENT} FROM alert_event WHERE seq < ? AND t >= ? ORDER BY seq DESC LIMIT ?`,
          )
          .all(beforeSeq, since, limit),
      ),
    findEvent: async (seq) =>
      reads.get<AlertEventRow>(`SELECT ${EVENT} FROM alert_event WHERE seq = ?`).get(seq) ?? null,
    listDeliveriesOf: async (seqs) =>
      copy(
        reads
          .get<DeliveryRow>(
            `SELECT ${DELIVERY} FROM alert_delivery WHERE seq IN (SELECT CAST(wanted.value AS bigint) FROM json_each(?) AS wanted)
             ORDER BY seq DESC, endpoint`,
          )
          .all(toListValue(seqs.map(String))),
      ),
    listDue: async (now, limit) =>
      copy(
        reads
          .get<DeliveryRow>(
            `SELECT ${DELIVERY} FROM alert_delivery d WHERE state = 'waiting' AND next_at <= ? AND NOT EXISTS (
               SELECT 1 FROM alert_delivery e WHERE e.state = 'waiting' AND e.endpoint = d.endpoint
                 AND e.rule = d.rule AND e.seq < d.seq)
             ORDER BY seq LIMIT ?`,
          )
          .all(now, limit),
      ),
  };
}
