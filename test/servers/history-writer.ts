import { epochMs } from '../../src/domain/index.ts';
import { openClickhouseHistory } from '../../src/history/clickhouse/index.ts';
import { HistoryPool } from '../../src/history/clickhouse/postgres/history-pool.ts';
import { OutboxRows } from '../../src/history/clickhouse/postgres/outbox-rows.ts';
import { holdVenues } from '../../src/history/clickhouse/postgres/venue-leases.ts';
import { ClickhouseServer } from '../../src/history/clickhouse/server.ts';
import { HistoryUnavailableError } from '../../src/history/contract/unavailable.ts';

/**
 * Appends to a history on servers as fast as it is acknowledged, and writes a line for each batch that was. Every record has a
 * price of its own: number of the writer, of the batch, and its place. Every tenth answer of the table to an insert is lost on its way.
 *
 * Usage: node history-writer.ts HISTORY_URL DATABASE_URL WRITER [--die-after-insert] [--control tokens|lists]
 */
const [, , historyUrl = '', databaseUrl = '', writer = '0', ...flags] = process.argv;

const SERIES = 10;
const RECORDS = 50;
const TIMES = { lengthMs: 3_000, renewMs: 500, tryMs: 200 };

const { insert } = ClickhouseServer.prototype;
ClickhouseServer.prototype.insert = async function faulty(table, rows, token) {
  const isTape = table === 'obs';
  await insert.call(this, table, rows, isTape && flags.includes('tokens') ? `${Math.random()}` : token);
  // The moment at which an answer that is lost costs most: stored, and not marked as such.
  if (isTape && flags.includes('--die-after-insert') && Math.random() < 0.5)
    process.kill(process.pid, 'SIGKILL');
  if (isTape && Math.random() < 0.1) throw new HistoryUnavailableError('the answer was lost');
};

if (flags.includes('lists')) forgetLists(await HistoryPool.open(databaseUrl));

const leadership = holdVenues(databaseUrl, ['kalshi'], `writer-${writer}`, TIMES);
const history = await openClickhouseHistory(
  { historyUrl, databaseUrl },
  { leadership, patience: { maxMs: 120_000, maxBytes: 64 << 20 } },
);
const start = Date.now();
for (let batch = 0; ; batch++) {
  const records = Array.from({ length: RECORDS }, (_, i) => ({
    venue: 'kalshi' as const,
    storeKey: `kx-${i % SERIES}`,
    asset: `kalshi-kx-${i % SERIES}`,
    t: epochMs(start + batch),
    v: null,
    s: 'poll' as const,
    p: Number(writer) * 1e10 + batch * 100 + i,
  }));
  await history.append(records);
  process.stdout.write(`${batch}\n`);
}

/** Makes a pool forget the lists that were sent together before they have arrived, as a control. */
function forgetLists(pool: HistoryPool): void {
  let shipments = 0;
  const unstored: Pick<OutboxRows, 'openShipments' | 'formShipment' | 'markShipped'> = {
    openShipments: async () => [],
    formShipment: async () => {
      const rows = await pool.ask(
        'SELECT id FROM history.outbox WHERE shipment IS NULL ORDER BY id LIMIT 1000',
      );
      const batches = rows.map(({ id }) => Number(id));
      const id = ++shipments;
      return batches.length === 0 ? null : { id, token: `${batches[0]}-${batches.at(-1)}`, batches };
    },
    markShipped: async ({ batches }) => {
      await pool.ask('UPDATE history.outbox SET shipment = 0 WHERE id = ANY($1::bigint[])', [batches]);
    },
  };
  Object.assign(OutboxRows.prototype, unstored);
}
