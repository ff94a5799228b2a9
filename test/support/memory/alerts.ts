import { AlertStore } from '../../../src/alerts/alert-store.ts';
import type { DeliveryLimits } from '../../../src/alerts/operations/alerts.ts';
import type {
  AlertEventRow,
  AlertQueries,
  AlertRows,
  AlertStateRow,
  DeliveryRow,
  EndpointRow,
} from '../../../src/alerts/rows.ts';
import { type Clock, cryptoRandom } from '../../../src/domain/index.ts';
import type { CommitFaults } from '../../../src/storage/call-result.ts';
import { MemoryDatabase, MemoryTable, type UndoLog } from './memory-database.ts';

export interface MemoryAlertOptions {
  readonly clock: Clock;
  readonly limits?: DeliveryLimits;
  readonly faults?: CommitFaults;
}

/** Alerts over rows in memory. */
export function openMemoryAlerts({ clock, faults = {}, ...options }: MemoryAlertOptions): AlertStore {
  const undo: UndoLog = [];
  const states = new MemoryTable<AlertStateRow>(undo);
  const events = new MemoryTable<AlertEventRow>(undo);
  const deliveries = new MemoryTable<DeliveryRow>(undo);
  const endpoints = new MemoryTable<EndpointRow>(undo);
  let last = 0;
  const isFirst = ({ seq, endpoint, rule }: DeliveryRow) =>
    !deliveries
      .list()
      .some(
        (one) => one.state === 'waiting' && one.endpoint === endpoint && one.rule === rule && one.seq < seq,
      );
  const rows: AlertRows = {
    findState: (rule, subject) => states.find(rule, subject),
    putState: (row) => states.put([row.rule, row.subject], row),
    findLastSeq: () => last,
    insertEvent: (row) => {
      const before = last;
      last = row.seq;
      undo.push(() => {
        last = before;
      });
      events.insert([row.seq], row);
    },
    insertDelivery: (row) => deliveries.insert([row.id], row),
    putDelivery: (row) => deliveries.put([row.id], row),
    findDelivery: (id) => deliveries.find(id),
    countDeliveries: (endpoint, since) =>
      deliveries.list().filter((one) => one.endpoint === endpoint && one.createdAt >= since).length,
    countWaiting: (endpoint) =>
      deliveries.list().filter((one) => one.endpoint === endpoint && one.state === 'waiting').length,
    findEndpoint: (endpoint) => endpoints.find(endpoint),
    putEndpoint: (row) => endpoints.put([row.endpoint], row),
    endWaiting: (endpoint, reason, at) => {
      for (const one of deliveries.list()) {
        if (one.endpoint !== endpoint || one.state !== 'waiting') continue;
        deliveries.put([one.id], { ...one, state: 'dead', reason, endedAt: at });
      }
    },
    removeBefore: (t) => {
      for (const one of deliveries.list()) {
        if (one.state !== 'waiting' && one.endedAt !== null && one.endedAt < t) deliveries.remove(one.id);
      }
      const used = new Set(deliveries.list().map(({ seq }) => seq));
      for (const one of events.list()) {
        if (one.t < t && one.seq < last && !used.has(one.seq)) events.remove(one.seq);
      }
      for (const one of states.list()) {
        if (one.subject !== '' && one.phase === 'ok' && one.since < t) states.remove(one.rule, one.subject);
      }
    },
    removeStatesExcept: (rules) => {
      for (const { rule, subject } of states.list()) if (!rules.includes(rule)) states.remove(rule, subject);
    },
  };
  const queries: AlertQueries = {
    listStates: async () => states.list(),
    listEndpoints: async () => endpoints.list(),
    listEvents: async (beforeSeq, since, limit) =>
      events
        .list()
        .filter(({ seq, t }) => seq < beforeSeq && t >= since)
        .sort((a, b) => b.seq - a.seq)
        .slice(0, limit),
    findEvent: async (seq) => events.find(seq),
    listDeliveriesOf: async (seqs) =>
      deliveries
        .list()
        .filter(({ seq }) => seqs.includes(seq))
        .sort((a, b) => b.seq - a.seq || (a.endpoint < b.endpoint ? -1 : 1)),
    listDue: async (now, limit) =>
      deliveries
        .list()
        .filter((one) => one.state === 'waiting' && one.nextAt <= now && isFirst(one))
        .sort((a, b) => a.seq - b.seq)
        .slice(0, limit),
  };
  return new AlertStore({
    database: new MemoryDatabase(rows, undo, faults),
    queries,
    clock,
    random: cryptoRandom,
    ...options,
  });
}
