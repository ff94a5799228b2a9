import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { importFile } from '../../src/cli/data/import.ts';
import { callBatches } from '../../src/cli/data/import-batches.ts';
import { requireRecorder } from '../../src/cli/data/import-target.ts';
import { backfillByService } from '../../src/cli/data/service-backfill.ts';
import { EXIT, toExitCode } from '../../src/cli/exit-codes.ts';
import { DAY_MS, epochMs } from '../../src/domain/index.ts';
import { openClickhouseReader } from '../../src/history/clickhouse/index.ts';
import { allVenuesPolled, eventually, startSimulatedService } from '../support/simulated-service.ts';
import { HistoryStand } from './history-stand.ts';
import { listEngines } from './postgres-engine.ts';

const [postgres] = listEngines().slice(-1);
const url = process.env.CROSSTAPE_TEST_HISTORY_URL;
const T = Date.UTC(2026, 5, 1);
const KEY = { venue: 'hyperliquid', storeKey: 'perp-btc' } as const;

function folder(t: TestContext): string {
  const made = mkdtempSync(path.join(tmpdir(), 'crosstape-history-commands-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Runs a command and returns its output and its end. */
async function say(work: (out: { write(text: string): unknown }) => Promise<void>) {
  let said = '';
  try {
    await work({ write: (text) => (said += text) });
    return { code: EXIT.done as number, said };
  } catch (error) {
    return { code: toExitCode(error), said: said + (error as Error).message };
  }
}

describe('commands beside a service whose history is on servers', {
  skip: postgres === undefined || url === undefined,
}, () => {
  if (postgres === undefined || url === undefined) return;
  const stand = new HistoryStand(postgres, url);
  after(() => stand.drop());

  test('imports and back-fills are done by the service that records', { timeout: 180_000 }, async (t) => {
    const urls = await stand.createDatabases();
    const env = { CROSSTAPE_HISTORY_URL: urls.historyUrl, CROSSTAPE_DATABASE_URL: urls.databaseUrl };
    Object.assign(process.env, env);
    t.after(() => {
      for (const name of Object.keys(env)) delete process.env[name];
    });
    const file = path.join(folder(t), 'rows.csv');
    writeFileSync(
      file,
      `t,p\n${Array.from({ length: 100 }, (_, i) => `${T + i * 1_000},${50_000 + i}\n`).join('')}`,
    );
    const importRows = (dataDir: string) =>
      say((out) => importFile('hyperliquid', 'hl-BTC', file, { dataDir }, { out, err: out }));

    const alone = await importRows(folder(t));
    assert.equal(alone.code, EXIT.wrongUse);
    assert.match(alone.said, /run the command where the feed runs/);

    const service = await startSimulatedService(t, { env });
    await allVenuesPolled(service);
    const { dataDir } = service;
    const health = async () => (await service.get('/api/health')).body;
    await eventually(async () => (await health()).outboxRows !== null, 'what waits is known', 30_000);

    const first = await importRows(dataDir);
    assert.deepEqual([first.code, /stored 100, skipped 0/.test(first.said)], [EXIT.done, true], first.said);
    const again = await importRows(dataDir);
    assert.match(again.said, /stored 0, skipped 100/);
    const listed = await say((out) => callBatches({ list: true, dataDir }, out));
    assert.equal(listed.said.match(/in-force/g)?.length, 2, listed.said);
    const [id] = /^\S+/.exec(listed.said) ?? [];
    const undone = await say((out) => callBatches({ undo: String(id), dataDir }, out));
    assert.equal(undone.code, EXIT.wrongUse);
    assert.match(undone.said, /cannot be withdrawn/);

    const reader = await openClickhouseReader(urls);
    t.after(() => reader.close());
    const window = { fromMs: epochMs(T), toMs: epochMs(T + DAY_MS), limit: 200 };
    await eventually(async () => (await reader.read(KEY, window)).columns.length === 100, 'the rows', 30_000);

    const socket = await requireRecorder(dataDir);
    const listener = { planned: () => undefined, failed: () => undefined, advanced: () => undefined };
    const run = { venue: 'hyperliquid', days: 1, assets: ['hl-BTC'] } as const;
    const { stored, failed } = await backfillByService(socket, run, new AbortController().signal, listener);
    assert.deepEqual([failed, stored > 10], [0, true]);
  });
});
