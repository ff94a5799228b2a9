import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBatches } from '../../src/app/stores/engines.ts';
import { ColumnBuilder } from '../../src/history/columns/columns.ts';
import { encodeSource } from '../../src/history/contract/source-codes.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { startSimulatedService } from '../support/simulated-service.ts';

const SERIES = { venue: 'kalshi', storeKey: 'imported', asset: 'kalshi-imported' } as const;
const ROWS = 10_000;
const FIRST_MS = 1_700_000_000_000;

test('a service that starts finishes undoing an import that a kill has interrupted', {
  timeout: 120_000,
}, async (t) => {
  const service = await startSimulatedService(t, { markets: 20 });
  await service.stop();

  const store = await openSqliteHistory({ dataDir: service.dataDir });
  const batch = await store.openBatch({ fileSha256: '0'.repeat(64), asset: SERIES.asset });
  const rows = new ColumnBuilder(ROWS);
  for (let i = 0; i < ROWS; i++) rows.push(FIRST_MS + i, 0.5, Number.NaN, encodeSource('import'));
  await batch.insert(SERIES, rows);
  await batch.end();
  const interrupted = store.undoBatch(batch.id, () => {
    throw new Error('killed');
  });
  await assert.rejects(interrupted, /killed/);
  await store.close();
  assert.equal(readBatches(service.dataDir)[0]?.state, 'undoing');

  await service.start();
  while (readBatches(service.dataDir)[0]?.state !== 'withdrawn') await sleep(20);
});
