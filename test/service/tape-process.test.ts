import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSimulator } from '../../simulator/index.ts';
import { SqliteTapeReader } from '../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import { launchService } from '../support/service-process.ts';
import { eventually } from '../support/simulated-service.ts';

// Long form alone: in every run src/recording/tape/tape-recorder.test.ts shows a thread that dies, and a stop.

interface Tape {
  readonly books: number;
  readonly trades: number;
  readonly bytesToday: number;
}

/** Starts a service that records one venue's books and trades, and waits until some are on the disk. */
async function serve(t: TestContext, env: Record<string, string>) {
  const service = launchService(env);
  t.after(() => service.child.kill('SIGKILL'));
  const { apiUrl } = await service.ready;
  const read = async (): Promise<Tape | null> => {
    const body = (await (await fetch(`${apiUrl}/api/feed/health`)).json()) as { tape: Tape | null };
    return body.tape;
  };
  return { service, read };
}

test('a service that is killed, and one that is stopped, leave a tape that is known up to the last commit', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tape-process-'));
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  const simulator = await startSimulator({ port: 0, seed: 7, markets: 24 });
  const { urls } = simulator;
  t.after(() => simulator.close());
  const env = {
    CROSSTAPE_PORT: '0',
    CROSSTAPE_BOT_PORT: '0',
    CROSSTAPE_LOG_LEVEL: 'error',
    CROSSTAPE_DATA_DIR: dataDir,
    CROSSTAPE_VENUES: 'polymarket',
    CROSSTAPE_POLYMARKET_GAMMA_URL: urls.polymarketGamma,
    CROSSTAPE_POLYMARKET_CLOB_URL: urls.polymarketClob,
    CROSSTAPE_POLYMARKET_DATA_URL: urls.polymarketData,
    CROSSTAPE_POLYMARKET_WS_URL: urls.polymarketWs,
    CROSSTAPE_POLYMARKET_POLL_MS: '1000',
  };
  const isRecorded = (tape: Tape | null) =>
    tape !== null && tape.books > 0 && tape.trades > 0 && tape.bytesToday > 0;

  const first = await serve(t, env);
  await eventually(async () => isRecorded(await first.read()), 'books and trades are recorded');
  await first.service.end('SIGKILL');
  const between = Date.now();

  const second = await serve(t, env);
  await eventually(async () => isRecorded(await second.read()), 'both go on');
  assert.equal(await second.service.end('SIGTERM'), 0);
  assert.equal(second.service.said(), '');

  const tape = path.join(dataDir, 'tape');
  const names = readdirSync(tape);
  assert.ok(
    names.every((name) => !/-(?:wal|shm|journal)$/.test(name)),
    names.join(),
  );
  const reader = new SqliteTapeReader(dataDir);
  t.after(() => reader.close());
  const [day = ''] = await reader.listDays();
  const markets = await reader.listMarkets(day);
  assert.ok(markets.length > 0);
  let known = 0;
  for (const key of markets) {
    const window = { fromMs: between - 600_000, toMs: between + 600_000 };
    const { notRecorded } = await reader.readBookCoverage(key, window);
    const restart = notRecorded.find(({ reason, toMs }) => reason === 'restart' && toMs >= between);
    if (restart === undefined) continue;
    assert.ok(restart.fromMs <= between, 'nothing is known between the kill and the start');
    const before = await reader.findBook(key, restart.fromMs - 1);
    const after = await reader.findBook(key, restart.toMs + 1);
    assert.ok(before.book !== null && after.book !== null);
    known++;
  }
  assert.ok(known > 0, 'a book is known before the kill and after the start');
});
