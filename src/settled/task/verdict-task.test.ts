import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { FakeAdapter } from '../../../test/support/fake-adapter.ts';
import { ManualClock } from '../../../test/support/markets.ts';
import {
  buildPolymarketAsset,
  epochMs,
  type MarketFacts,
  NO_SETTLING,
  NO_TERMS,
  type ResolutionAnswer,
  SECOND_MS,
  type SettlingTerms,
  type WholeStatement,
} from '../../domain/index.ts';
import type { StoredResolution } from '../../history/contract/resolutions.ts';
import { formatSettledLine } from '../../history/settled/settled-coding.ts';
import { openSqliteHistory } from '../../history/sqlite/index.ts';
import type { SettledAnomaly } from '../anomalies.ts';
import { VerdictTask } from './verdict-task.ts';

const OPEN_AT = Date.UTC(2026, 10, 20, 12);
const CLOSE_AT = OPEN_AT + 900_000;
const REF = buildPolymarketAsset('btc-updown-15m-1');
const TERMS: SettlingTerms = {
  ...NO_SETTLING,
  source: 'twap60',
  coin: 'btc',
  statistic: 'at',
  openAt: OPEN_AT,
  closeAt: CLOSE_AT,
  strikeFrom: 'opening',
  test: 'above',
  tie: 'yes',
  toleranceSeconds: 0,
};

async function startBench(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'verdicts-'));
  const history = await openSqliteHistory({ dataDir });
  t.after(async () => {
    await history.close();
    rmSync(dataDir, { recursive: true });
  });
  const clock = new ManualClock(CLOSE_AT + 30 * SECOND_MS);
  const adapter = new FakeAdapter('polymarket');
  const anomalies: SettledAnomaly[] = [];
  const start = () =>
    new VerdictTask({
      history,
      adapters: new Map([['polymarket', adapter]]),
      clock: clock.read,
      onAnomaly: (anomaly) => anomalies.push(anomaly),
      onError: (error) => assert.fail(String(error)),
    });
  return { history, clock, adapter, anomalies, start, task: start() };
}

type Bench = Awaited<ReturnType<typeof startBench>>;

async function list(
  { history, clock }: Bench,
  settling: SettlingTerms | null = TERMS,
  ref: typeof REF = REF,
): Promise<void> {
  const market: MarketFacts = {
    ...ref,
    title: 'Up?',
    eventKey: null,
    event: null,
    category: null,
    outcomes: ['Up', 'Down'],
    terms: NO_TERMS,
    settling,
    statedBy: settling === null ? null : { source: 'resolutionSource' },
    closesAt: null,
    endsAt: epochMs(CLOSE_AT),
    nativeIds: {},
    url: null,
  };
  await history.append([], {
    venue: 'polymarket',
    at: clock.read(),
    changed: [{ ...market, rules: 'It is up where it is up.' }],
  });
}

/** Records a value of the average as a relay does; a later one of a moment has a later place. */
async function record(
  { history }: Bench,
  t: number,
  text: string,
  { key = 'twap60-btc', place = 0, s = 'poll' as 'poll' | 'backfill' | 'import', lateMs = 1_400 } = {},
): Promise<void> {
  const record = {
    venue: 'ref',
    storeKey: key,
    asset: `ref-${key}`,
    t: epochMs(t),
    p: Number(text),
    v: null,
    s,
  } as const;
  const mark = {
    key,
    t: epochMs(t),
    place,
    text,
    receivedAt: epochMs(t + lateMs),
    relay: 'rtds',
    count: null,
  };
  const marks = t % 60_000 === 0 && s !== 'import' ? [mark] : [];
  await history.append([record], { venue: 'ref', at: epochMs(t + lateMs), changed: [], marks });
}

async function resolve(
  bench: Pick<Bench, 'history' | 'clock'> & { readonly task: Pick<VerdictTask, 'noteResolution'> },
  members: Partial<StoredResolution> = {},
  stated: WholeStatement | null = null,
): Promise<void> {
  const { history, clock, task } = bench;
  const resolution: StoredResolution = {
    venue: 'polymarket',
    storeKey: REF.storeKey,
    asset: REF.asset,
    outcome: 'yes',
    payout: 1,
    settledAt: epochMs(CLOSE_AT + 20 * SECOND_MS),
    source: 'polymarket:gamma/markets',
    disputed: null,
    recordedAt: clock.read(),
    ...members,
  };
  await history.putResolution(resolution);
  await task.noteResolution(resolution, stated);
}

const find = ({ history }: Bench) => history.findSettled(REF);
const double = (text: string) => ({ kind: 'double', text }) as const;
const stated = (members: Partial<WholeStatement>): WholeStatement => ({
  strike: null,
  value: null,
  openTakenAt: null,
  closeTakenAt: null,
  ...members,
});

test('a market is decided at once, and what was said of it is a line of its own', async (t) => {
  const bench = await startBench(t);
  await list(bench);
  await record(bench, OPEN_AT, '86513.574462924859113472');
  await record(bench, CLOSE_AT, '86513.574462924859113473');
  await resolve(bench, {}, stated({ strike: double('86513.57446292486') }));
  await bench.task.run();
  const row = await find(bench);
  assert.equal(row?.verdict, 'reproduced');
  assert.equal(row?.strike, '86513.574462924859113472');
  assert.deepEqual(
    [row?.strikeBy, row?.result, row?.agrees],
    ['record', 'yes', { strike: true, value: null }],
  );
  assert.deepEqual([row?.decidedAt, row?.changedFrom, row?.missing], [bench.clock.read(), null, []]);
  const [line, ...more] = await bench.history.findSettledLines(REF);
  assert.deepEqual(more, []);
  assert.match(
    formatSettledLine(line!),
    /^pm-btc-updown-15m-1 yes 1 \d+ \d+ polymarket:gamma\/markets [0-9a-f]{32} [0-9a-f]{32} [0-9a-f]{32}\n$/,
  );
  assert.equal(row?.rulesHash, (await bench.history.findMarket(REF))?.rulesHash);
  bench.clock.advance(10_000);
  await bench.task.run();
  assert.equal(
    (await find(bench))?.decidedAt,
    row?.decidedAt,
    'a decision that changes nothing writes nothing',
  );
});

test('a market without settling terms has neither line nor verdict', async (t) => {
  const bench = await startBench(t);
  await list(bench, null);
  await resolve(bench);
  await bench.task.run();
  assert.equal(await find(bench), null);
  assert.deepEqual(await bench.history.findSettledLines(REF), []);
});

test('a missing second is named, and decided again when it comes late, or is corrected', async (t) => {
  const bench = await startBench(t);
  await list(bench);
  await record(bench, OPEN_AT, '100');
  await record(bench, CLOSE_AT + 1_000, '99');
  await resolve(bench);
  await bench.task.run();
  const first = await find(bench);
  assert.deepEqual(
    [first?.verdict, first?.reason, first?.missing],
    ['unknown', 'second_missing', [CLOSE_AT]],
  );
  bench.clock.advance(100_000);
  await record(bench, CLOSE_AT, '101', { lateMs: 130_000 });
  bench.task.noteValue('twap60-btc', CLOSE_AT);
  await bench.task.run();
  const second = await find(bench);
  assert.deepEqual([second?.verdict, second?.changedFrom], ['reproduced', 'unknown']);
  await record(bench, CLOSE_AT, '99', { place: 1, lateMs: 140_000 });
  bench.task.noteValue('twap60-btc', CLOSE_AT);
  await bench.task.run();
  const third = await find(bench);
  assert.deepEqual([third?.verdict, third?.reason, third?.value], ['unknown', 'second_disputed', '99']);
  assert.equal(third?.changedFrom, 'reproduced');
  bench.task.noteValue('twap60-btc', CLOSE_AT + 60_000);
  await bench.task.run();
  assert.equal((await find(bench))?.decidedAt, third?.decidedAt);
});

test('610 s after the close a market that wants a second is decided once more, and then no more', async (t) => {
  const bench = await startBench(t);
  await list(bench);
  await record(bench, OPEN_AT, '100');
  await resolve(bench);
  await bench.task.run();
  assert.equal((await find(bench))?.reason, 'source_not_recorded');
  await record(bench, CLOSE_AT, '101');
  bench.clock.advance(580_000);
  await bench.task.run();
  assert.equal((await find(bench))?.verdict, 'reproduced');
  assert.equal(bench.task.watching, 0);
  await record(bench, CLOSE_AT, '99', { place: 1 });
  bench.task.noteValue('twap60-btc', CLOSE_AT);
  bench.clock.advance(10_000);
  await bench.task.run();
  assert.equal((await find(bench))?.verdict, 'reproduced');
});

test('imported values decide nothing, nor does another source', async (t) => {
  const bench = await startBench(t);
  await list(bench);
  await record(bench, OPEN_AT, '100', { s: 'import' });
  await record(bench, CLOSE_AT, '101', { s: 'import' });
  await record(bench, CLOSE_AT, '101', { key: 'chainlink-btc' });
  await resolve(bench);
  await bench.task.run();
  const row = await find(bench);
  assert.equal(row?.reason, 'average_not_recorded');
  assert.deepEqual(row?.detail, { source: 'twap60', recorded: 'chainlink' });
});

test('what the venue states afterwards is asked for once more 600 s after the close', async (t) => {
  const bench = await startBench(t);
  await list(bench);
  await record(bench, OPEN_AT, '100');
  await record(bench, CLOSE_AT, '101.5');
  await resolve(bench, {}, stated({ strike: double('100') }));
  await bench.task.run();
  const answer: ResolutionAnswer = {
    asset: REF.asset,
    outcome: 'yes',
    payout: 1,
    settledAt: null,
    source: 'polymarket:gamma/markets',
    disputed: null,
    stated: stated({ value: double('101.6') }),
  };
  bench.adapter.resolutions.set(REF.asset, answer);
  bench.clock.advance(569_000);
  await bench.task.run();
  assert.equal(bench.adapter.calls.resolution, 0);
  bench.clock.advance(1_000);
  await bench.task.run();
  assert.equal(bench.adapter.calls.resolution, 1);
  const lines = await bench.history.findSettledLines(REF);
  assert.deepEqual(
    lines.map(({ stated }) => stated),
    [stated({ strike: double('100') }), stated({ strike: double('100'), value: double('101.6') })],
  );
  assert.equal(lines[1]?.recordedAt, bench.clock.read());
  const row = await find(bench);
  assert.deepEqual([row?.verdict, row?.agrees], ['reproduced', { strike: true, value: false }]);
  assert.equal(row?.recordedAt, lines[1]?.recordedAt);
  assert.deepEqual(
    bench.anomalies.map(({ code }) => code),
    ['settled_value_differs'],
  );
  bench.clock.advance(60_000);
  await bench.task.run();
  assert.equal(bench.adapter.calls.resolution, 1, 'once');
});

test('a venue that cannot be asked again leaves the verdict as it is', async (t) => {
  const bench = await startBench(t);
  await list(bench);
  await record(bench, OPEN_AT, '100');
  await record(bench, CLOSE_AT, '101');
  await resolve(bench);
  bench.adapter.resolutions.set(REF.asset, 'unreachable');
  bench.clock.advance(600_000);
  await bench.task.run();
  assert.equal(bench.adapter.calls.resolution, 1);
  assert.equal((await find(bench))?.verdict, 'reproduced');
});

test('a result against the values is an anomaly, and changes no resolution', async (t) => {
  const bench = await startBench(t);
  await list(bench, { ...TERMS, source: 'chainlink', tie: 'no' });
  await record(bench, OPEN_AT, '100', { key: 'chainlink-btc' });
  await record(bench, CLOSE_AT, '99', { key: 'chainlink-btc' });
  await resolve(bench);
  await bench.task.run();
  assert.equal((await find(bench))?.verdict, 'contradicted');
  assert.equal((await bench.history.findResolution(REF))?.outcome, 'yes');
  assert.deepEqual(
    bench.anomalies.map(({ code, message }) => [code, message]),
    [
      ['settled_contradicted', 'pm-btc-updown-15m-1: the recorded values give no, and the venue paid yes'],
      [
        'settling_terms_differ',
        'pm-btc-updown-15m-1: source is chainlink, usually twap60; tie is no, usually yes',
      ],
    ],
  );
  assert.deepEqual(bench.task.counts(), {
    settled_contradicted: 1,
    settled_value_differs: 0,
    settling_terms_differ: 1,
  });
});

test('void markets, halves and corrections a day later are decided by what was paid', async (t) => {
  const bench = await startBench(t);
  await list(bench);
  await record(bench, OPEN_AT, '100');
  await record(bench, CLOSE_AT, '101');
  await resolve(bench, { outcome: 'void', payout: 0.5 });
  await bench.task.run();
  assert.deepEqual([(await find(bench))?.verdict, (await find(bench))?.reason], ['unknown', 'void']);
  await bench.task.noteReopened(REF);
  assert.equal((await bench.history.listSettled({ limit: 10 })).rows.length, 0);
  bench.clock.advance(86_400_000);
  await resolve(bench);
  await bench.task.run();
  const row = await find(bench);
  assert.deepEqual([row?.verdict, row?.changedFrom, row?.isReopened], ['reproduced', 'unknown', undefined]);
  assert.deepEqual(
    (await bench.history.findSettledLines(REF)).map(({ outcome }) => outcome),
    ['void', 'yes'],
  );
  assert.equal((await bench.history.listSettled({ limit: 10 })).rows.length, 1);
});

test('terms that changed within the window are named', async (t) => {
  const bench = await startBench(t);
  const early = new ManualClock(OPEN_AT - 60_000);
  await list({ ...bench, clock: early });
  early.advance(120_000);
  await list({ ...bench, clock: early }, { ...TERMS, tie: 'no' });
  await record(bench, OPEN_AT, '100');
  await record(bench, CLOSE_AT, '101');
  await resolve(bench);
  await bench.task.run();
  const row = await find(bench);
  assert.deepEqual([row?.reason, row?.detail], ['terms_changed', { at: OPEN_AT + 60_000 }]);
});

test('after a stop, resolutions without a line and markets without a verdict are made up for', async (t) => {
  const bench = await startBench(t);
  await list(bench);
  await record(bench, OPEN_AT, '100');
  await record(bench, CLOSE_AT, '101');
  // The process ended before the line was written.
  await resolve({ ...bench, task: { noteResolution: async () => undefined } });
  const restarted = bench.start();
  await restarted.run();
  assert.equal((await find(bench))?.verdict, 'reproduced');
  assert.equal((await bench.history.findSettledLines(REF)).length, 1);
  await bench.start().run();
  assert.equal((await bench.history.findSettledLines(REF)).length, 1);
});

test('a market whose verdict cannot be stored holds up no other, and is decided when it can', async (t) => {
  const bench = await startBench(t);
  const { history, task } = bench;
  const other = { ...REF, storeKey: 'other', asset: 'pm-other' };
  await list(bench);
  await list(bench, TERMS, other);
  await record(bench, OPEN_AT, '100');
  await record(bench, CLOSE_AT, '101');
  await resolve(bench);
  await resolve(bench, other);
  const put = history.putSettled.bind(history);
  history.putSettled = async (...rows) => {
    if (rows.some(({ asset }) => asset === REF.asset)) throw new Error('the disk is full');
    return put(...rows);
  };
  await assert.rejects(task.run(), /the disk is full/);
  assert.equal(await find(bench), null);
  assert.equal((await history.findSettled(other))?.verdict, 'reproduced');
  history.putSettled = put;
  await task.run();
  assert.equal((await find(bench))?.verdict, 'reproduced');
});

test('an average of 59 values stands in for nothing, and one of 60 decides', async (t) => {
  const bench = await startBench(t);
  await list(bench, { ...TERMS, source: 'rti60', strikeFrom: 'stated', strike: '100', decimals: 2 });
  const mark = (count: number, text: string | null, place = 0) => ({
    key: 'rti60-btc',
    t: epochMs(CLOSE_AT),
    place,
    text,
    receivedAt: epochMs(CLOSE_AT + place),
    relay: 'kalshi',
    count,
  });
  const at = epochMs(CLOSE_AT);
  await record(bench, CLOSE_AT - 900_000 + 600_000, '100', { key: 'rti60-btc' });
  await bench.history.append([], { venue: 'ref', at, changed: [], marks: [mark(59, null)] });
  await resolve(bench);
  await bench.task.run();
  const first = await find(bench);
  assert.deepEqual([first?.reason, first?.detail], ['window_incomplete', { count: 59, of: 60 }]);
  const value = {
    venue: 'ref',
    storeKey: 'rti60-btc',
    asset: 'ref-rti60-btc',
    t: at,
    p: 100.001,
    v: null,
    s: 'poll',
  } as const;
  await bench.history.append([value], { venue: 'ref', at, changed: [], marks: [mark(60, '100.001', 1)] });
  bench.task.noteValue('rti60-btc', CLOSE_AT);
  await bench.task.run();
  const second = await find(bench);
  assert.deepEqual([second?.verdict, second?.changedFrom], ['reproduced', 'unknown'], 'a rounded tie is Yes');
  assert.equal(second?.value, '100.001');
});
