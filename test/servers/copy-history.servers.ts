import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, type TestContext, test } from 'node:test';
import { type CopyHistoryOptions, copyHistoryToServers } from '../../src/app/stores/copy-history.ts';
import {
  epochMs,
  HOUR_MS,
  type MarketFacts,
  NO_NAMES,
  NO_TERMS,
  REFERENCES,
} from '../../src/domain/index.ts';
import {
  type HistoryUrls,
  openClickhouseHistory,
  openClickhouseReader,
} from '../../src/history/clickhouse/index.ts';
import { ClickhouseServer } from '../../src/history/clickhouse/server.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import type {
  HistoryReader,
  HistoryStore,
  SeriesObservation,
} from '../../src/history/contract/history-store.ts';
import { encodeForecastDay } from '../../src/history/forecasts/day-coding.ts';
import { HISTORY_FILE } from '../../src/history/sqlite/database.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { settledLine, settledRow } from '../support/settled-rows.ts';
import { HistoryStand } from './history-stand.ts';
import { listEngines } from './postgres-engine.ts';

const [postgres] = listEngines().slice(-1);
const url = process.env.CROSSTAPE_TEST_HISTORY_URL;

/** Three months, of which the last one lasts. */
const START = Date.UTC(2026, 8, 28);
const NOW = Date.UTC(2026, 10, 3);
const SERIES = ['kx', 'ky', 'kz'].map((storeKey) => ({
  venue: 'kalshi' as const,
  storeKey,
  asset: `kalshi-${storeKey}`,
}));

describe('a history that is copied to servers', { skip: postgres === undefined || url === undefined }, () => {
  if (postgres === undefined || url === undefined) return;
  const stand = new HistoryStand(postgres, url);
  after(() => stand.drop());

  const copy = (dataDir: string, urls: HistoryUrls, options: Partial<CopyHistoryOptions> = {}) =>
    copyHistoryToServers({
      dataDir,
      ...urls,
      kind: 'real',
      again: false,
      onMonth: () => undefined,
      clock: () => epochMs(NOW),
      ...options,
    });

  test('is equal after five interruptions, while it is recorded, and again after more was recorded', async (t) => {
    const dataDir = makeDirectory(t);
    const urls = await stand.createDatabases();
    const store = await openSqliteHistory({ dataDir });
    await fill(store);
    for (let interruption = 0; interruption < 5; interruption++) {
      await withFaultyInserts(interruption, () => assert.rejects(copy(dataDir, urls), /interrupted/));
      await assert.rejects(
        openClickhouseReader(urls),
        /copy of a history into the database was not finished/,
      );
      await assert.rejects(
        openClickhouseHistory(urls, { leadership: { fence: () => 1 } }),
        /copy of a history into the database was not finished/,
      );
      await store.append([record(0, NOW + interruption, 7)]);
    }
    const beside = await copy(dataDir, urls);
    assert.equal(beside.untilMs, NOW - 60_000);
    await store.close();
    const whole = await copy(dataDir, urls);
    assert.equal(whole.untilMs, null);
    assert.deepEqual(whole.damaged, []);
    await compare(dataDir, urls);

    // Behind what is there, and in the middle of a month that was equal.
    const again = await openSqliteHistory({ dataDir });
    await again.append([record(1, NOW + 10, 1)]);
    await again.insert(SERIES[2]!, toColumns([record(2, START + HOUR_MS + 1, 5)]));
    await again.close();
    assert.equal((await copy(dataDir, urls)).records, whole.records + 2);
    await compare(dataDir, urls);
  });

  test('goes on with the process that records next, which refuses a further copy', async (t) => {
    const dataDir = makeDirectory(t);
    const urls = await stand.createDatabases();
    const store = await openSqliteHistory({ dataDir });
    await fill(store);
    await store.close();
    const { records } = await copy(dataDir, urls);
    const next = await stand.openAgain(urls);
    await next.append([record(0, NOW, 1)]);
    // What an import has stored is known to the next one.
    const { stored } = await next.insert(SERIES[2]!, toColumns(INSERTED));
    assert.equal(stored, 0);
    await next.ship();
    assert.equal((await next.readStats()).observations, records + 1);
    await next.close();
    await assert.rejects(copy(dataDir, urls), /a service has recorded into the database/);
    await assert.rejects(copy(dataDir, urls, { again: true }), /records of a service/);
  });

  test('is refused where another one is, and starts over where that is a copy', async (t) => {
    const [dataDir, other] = [makeDirectory(t), makeDirectory(t)];
    const urls = await stand.createDatabases();
    for (const directory of [dataDir, other]) {
      const store = await openSqliteHistory({ dataDir: directory });
      await fill(store);
      await store.close();
    }
    await copy(dataDir, urls);
    await assert.rejects(copy(other, urls), /the copy of another history/);
    await assert.rejects(copy(dataDir, urls, { kind: 'simulated' }), /the database is for real data/);
    await copy(other, urls, { again: true });
    await compare(other, urls);
  });

  test('of which one bit arrived wrong is copied again, and refused when that happens again', async (t) => {
    const dataDir = makeDirectory(t);
    const store = await openSqliteHistory({ dataDir });
    await fill(store);
    await store.close();
    const urls = await stand.createDatabases();
    await withWrongBits(1, () => copy(dataDir, urls));
    await compare(dataDir, urls);
    const others = await stand.createDatabases();
    await withWrongBits(2, () => assert.rejects(copy(dataDir, others), /has other records in the copy/));
    await assert.rejects(
      openClickhouseReader(others),
      /copy of a history into the database was not finished/,
    );
  });

  test('of which a part is damaged has everything else, and names the part', async (t) => {
    const dataDir = makeDirectory(t);
    const urls = await stand.createDatabases();
    const store = await openSqliteHistory({ dataDir });
    await fill(store);
    await store.close();
    damagePack(dataDir);
    const { damaged } = await copy(dataDir, urls);
    assert.ok(damaged.length > 0);
    const lost = damaged.reduce((sum, { records }) => sum + (records ?? 0), 0);
    const reader = await openClickhouseReader(urls);
    t.after(() => reader.close());
    const source = await openReadOnlyHistory({ dataDir });
    t.after(() => source.close());
    assert.equal((await reader.readStats()).observations, (await source.readStats()).observations - lost);
    for (const series of SERIES)
      assert.deepEqual(await readAll(reader, series), await readAll(source, series));
  });
});

const MARKET: MarketFacts = {
  ...SERIES[0]!,
  kind: 'kalshi',
  title: 'Will it be?',
  eventKey: 'KX',
  event: null,
  category: 'politics',
  settling: null,
  statedBy: null,
  outcomes: ['Yes', 'No'],
  ...NO_NAMES,
  terms: { ...NO_TERMS },
  closesAt: null,
  endsAt: null,
  nativeIds: { ticker: 'KX' },
  url: null,
};

const INSERTED = [1, 2, 3, 3].map((hour) => record(2, START + hour * HOUR_MS, -0));

function record(series: number, t: number, p: number): SeriesObservation {
  const s = Object.is(p, -0) ? 'import' : 'poll';
  return { ...SERIES[series]!, t: epochMs(t), p, v: t % 3 === 0 ? null : t % 7, s };
}

/** Polls over three months, equal times among them, inserted records, and one row of everything else at least. */
async function fill(store: HistoryStore): Promise<void> {
  for (let from = START, n = 0; from < NOW - HOUR_MS; from += 100 * HOUR_MS, n++) {
    const batch: SeriesObservation[] = [];
    for (let i = 0; i < 600; i++) {
      const t = from + Math.floor(i / 2) * 20 * 60_000;
      if (t >= NOW - HOUR_MS) break;
      batch.push(record(0, t, (n * 600 + i) / 1e4), record(1, t + i, Math.sin(i)));
    }
    await store.append(batch);
  }
  await store.insert(SERIES[2]!, toColumns(INSERTED));
  const gap = { venue: 'kalshi', fromMs: epochMs(START), toMs: epochMs(START + 5), reason: 'away' } as const;
  await store.putGap({ ...gap, storeKey: null });
  await store.putGap({ ...gap, storeKey: 'kx', toMs: null });
  await store.putResolution({
    venue: 'kalshi',
    storeKey: 'kx',
    asset: 'kalshi-kx',
    outcome: 'yes',
    payout: 1,
    settledAt: epochMs(NOW),
    source: 'venue',
    disputed: null,
    recordedAt: epochMs(NOW),
  });
  await store.putMarkets([
    { ...MARKET, rules: 'Yes if it is.', seenFrom: epochMs(START), changedAt: epochMs(START) },
  ]);
  await store.putLinkSpans([
    {
      a: 'kalshi-kx',
      b: 'kalshi-ky',
      relation: 'same',
      confidence: 0.5,
      source: 'curated',
      disputed: false,
      reasons: ['equal titles'],
      fromMs: epochMs(START),
      toMs: null,
    },
  ]);
  await fillSettled(store);
}

/**
 * Stores the companions of reference prices: marks, verdicts, lines, closed days; stated ends and forecasts of markets.
 */
async function fillSettled(store: HistoryStore): Promise<void> {
  const at = epochMs(START);
  const mark = {
    key: 'twap60-btc',
    t: at,
    text: '79639.795829763498573824',
    receivedAt: at,
    relay: 'rtds',
    count: null,
  };
  const value = {
    venue: REFERENCES,
    storeKey: mark.key,
    asset: 'ref-twap60-btc',
    t: at,
    p: 79_639.8,
    v: null,
    s: 'poll',
  } as const;
  await store.append([value], { venue: REFERENCES, at, changed: [], marks: [{ ...mark, place: 0 }] });
  await store.putMarks([{ ...mark, relay: 'polybolt' }]);
  await store.putSettled(settledRow('a'), settledRow('b', { isReopened: true, changedFrom: 'unknown' }));
  for (const key of ['a', 'b', 'a']) await store.addSettledLine(settledLine(key));
  const hour = {
    t: epochMs(1_790_001_600_000 - (1_790_001_600_000 % 3_600_000)),
    open: 0.4,
    high: 0.6,
    low: 0.3,
    close: 0.5,
  };
  await store.putBars(SERIES[0]!, [
    { ...hour, volume: 8 },
    { ...hour, t: epochMs(hour.t + 5_000 * 3_600_000), volume: null },
  ]);
  const bytes = Buffer.alloc(32, 7);
  await store.putSettledDay({ day: 20_000, entries: bytes, root: bytes, head: bytes });
  const listed = { ...MARKET, ...SERIES[1]!, endsAt: epochMs(NOW), rules: null };
  const forecast = {
    venue: 'kalshi',
    storeKey: 'ky',
    horizon: '1h',
    t: at,
    p: 0.5,
    end: epochMs(NOW),
  } as const;
  await store.append([], { venue: 'kalshi', at, changed: [listed], forecasts: [forecast] });
  await store.putForecastDay(20_001, encodeForecastDay({ madeBy: 'live', dropped: 0, markets: [] }), []);
}

/** Runs work whose first insert fails; every other time the insert has arrived, and its answer is lost. */
async function withFaultyInserts(number: number, work: () => Promise<unknown>): Promise<void> {
  const { insert } = ClickhouseServer.prototype;
  ClickhouseServer.prototype.insert = async function faulty(table, ...rest) {
    const isTape = table === 'obs';
    if (!isTape || number % 2 === 1) await insert.call(this, table, ...rest);
    if (isTape) throw new Error('interrupted');
  };
  try {
    await work();
  } finally {
    ClickhouseServer.prototype.insert = insert;
  }
}

/** Runs work in which this many inserts store the first price with the opposite sign. */
async function withWrongBits(inserts: number, work: () => Promise<unknown>): Promise<void> {
  const { insert } = ClickhouseServer.prototype;
  let left = inserts;
  ClickhouseServer.prototype.insert = function wrong(table, block, token) {
    const pieces = [...block];
    if (table === 'obs' && left-- > 0) {
      const at =
        pieces.findIndex((piece) => Buffer.from(piece).toString('latin1') === '\x01p\x07Float64') + 1;
      const prices = Uint8Array.from(pieces[at]!);
      prices[7]! ^= 128;
      pieces[at] = prices;
    }
    return insert.call(this, table, pieces, token);
  };
  try {
    await work();
  } finally {
    ClickhouseServer.prototype.insert = insert;
  }
}

async function compare(dataDir: string, urls: HistoryUrls): Promise<void> {
  const [source, target] = [await openReadOnlyHistory({ dataDir }), await openClickhouseReader(urls)];
  try {
    for (const series of SERIES) {
      assert.deepEqual(await readAll(target, series), await readAll(source, series));
      assert.deepEqual(await target.findResolution(series), await source.findResolution(series));
    }
    assert.deepEqual(await target.listGapPage({ limit: 9 }), await source.listGapPage({ limit: 9 }));
    assert.deepEqual(await target.listMarkets({ limit: 9 }), await source.listMarkets({ limit: 9 }));
    assert.deepEqual(await target.listRules({ limit: 9 }), await source.listRules({ limit: 9 }));
    assert.deepEqual(await target.listLinkSpans({ limit: 9 }), await source.listLinkSpans({ limit: 9 }));
    const all = { limit: 9 };
    assert.deepEqual(await target.listMarks(all), await source.listMarks(all));
    assert.equal((await source.listBars(all)).bars.length, 2);
    assert.deepEqual(await target.listBars(all), await source.listBars(all));
    assert.deepEqual(await target.listSettled(all), await source.listSettled(all));
    assert.equal((await source.listReopenedSettled()).length, 1);
    assert.deepEqual(await target.listReopenedSettled(), await source.listReopenedSettled());
    assert.equal((await source.listSettledLines(all)).lines.length, 3);
    assert.deepEqual((await target.listSettledLines(all)).lines, (await source.listSettledLines(all)).lines);
    assert.deepEqual(await target.listEnds(all), await source.listEnds(all));
    assert.deepEqual(await target.listForecasts(all), await source.listForecasts(all));
    assert.deepEqual(await target.listForecastDays(), await source.listForecastDays());
    assert.deepEqual(await target.findLastSettledDay(), await source.findLastSettledDay());
    assert.equal(await target.findLastRecordedMs('kalshi'), await source.findLastRecordedMs('kalshi'));
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function readAll(reader: HistoryReader, series: (typeof SERIES)[number]) {
  const all: number[][] = [];
  for await (const { t, p, v, s, length } of reader.scan(series)) {
    for (let i = 0; i < length; i++) all.push([t[i]!, p[i]!, v[i]!, s[i]!]);
  }
  return all;
}

/** Changes one byte in the middle of the largest pack. */
function damagePack(dataDir: string): void {
  const db = new DatabaseSync(path.join(dataDir, HISTORY_FILE));
  const row = db.prepare('SELECT rowid AS id, data FROM pack ORDER BY length(data) DESC LIMIT 1').get();
  const data = Uint8Array.from(row?.data as Uint8Array);
  data[data.length >> 1]! ^= 255;
  db.prepare('UPDATE pack SET data = ? WHERE rowid = ?').run(data, row?.id as number);
  db.close();
}

function makeDirectory(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-copy-history-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
