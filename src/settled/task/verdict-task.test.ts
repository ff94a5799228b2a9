import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/markets.ts';
import {
  CLOSE_AT,
  findVerdict,
  listMarket,
  OPEN_AT,
  recordPrice,
  resolveMarket,
  startVerdictBench,
  toDouble,
  toStatement,
  WINDOW_REF,
  WINDOW_TERMS,
} from '../../../test/support/verdict-bench.ts';
import { epochMs, type ResolutionAnswer } from '../../domain/index.ts';
import { formatSettledLine } from '../../history/settled/settled-coding.ts';

test('a market is decided at once, and what was said of it is a line of its own', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, OPEN_AT, '86513.574462924859113472');
  await recordPrice(bench, CLOSE_AT, '86513.574462924859113473');
  await resolveMarket(bench, {}, toStatement({ strike: toDouble('86513.57446292486') }));
  await bench.task.run();
  const row = await findVerdict(bench);
  assert.equal(row?.verdict, 'reproduced');
  assert.equal(row?.strike, '86513.574462924859113472');
  assert.deepEqual(
    [row?.strikeBy, row?.result, row?.agrees],
    ['record', 'yes', { strike: true, value: null }],
  );
  assert.deepEqual([row?.decidedAt, row?.changedFrom, row?.missing], [bench.clock.read(), null, []]);
  const [line, ...more] = await bench.history.findSettledLines(WINDOW_REF);
  assert.deepEqual(more, []);
  assert.match(
    formatSettledLine(line!),
    /^pm-btc-updown-15m-1 yes 1 \d+ \d+ polymarket:gamma\/markets [0-9a-f]{32} [0-9a-f]{32} [0-9a-f]{32}\n$/,
  );
  assert.equal(row?.rulesHash, (await bench.history.findMarket(WINDOW_REF))?.rulesHash);
  bench.clock.advance(10_000);
  await bench.task.run();
  assert.equal(
    (await findVerdict(bench))?.decidedAt,
    row?.decidedAt,
    'a decision that changes nothing writes nothing',
  );
});

test('a market without settling terms has neither line nor verdict', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench, null);
  await resolveMarket(bench);
  await bench.task.run();
  assert.equal(await findVerdict(bench), null);
  assert.deepEqual(await bench.history.findSettledLines(WINDOW_REF), []);
});

test('a missing second is named, and decided again when it comes late, or is corrected', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, OPEN_AT, '100');
  await recordPrice(bench, CLOSE_AT + 1_000, '99');
  await resolveMarket(bench);
  await bench.task.run();
  const first = await findVerdict(bench);
  assert.deepEqual(
    [first?.verdict, first?.reason, first?.missing],
    ['unknown', 'second_missing', [CLOSE_AT]],
  );
  bench.clock.advance(100_000);
  await recordPrice(bench, CLOSE_AT, '101', { lateMs: 130_000 });
  bench.task.noteValue('twap60-btc', CLOSE_AT);
  await bench.task.run();
  const second = await findVerdict(bench);
  assert.deepEqual([second?.verdict, second?.changedFrom], ['reproduced', 'unknown']);
  await recordPrice(bench, CLOSE_AT, '99', { place: 1, lateMs: 140_000 });
  bench.task.noteValue('twap60-btc', CLOSE_AT);
  await bench.task.run();
  const third = await findVerdict(bench);
  assert.deepEqual([third?.verdict, third?.reason, third?.value], ['unknown', 'second_disputed', '99']);
  assert.equal(third?.changedFrom, 'reproduced');
  bench.task.noteValue('twap60-btc', CLOSE_AT + 60_000);
  await bench.task.run();
  assert.equal((await findVerdict(bench))?.decidedAt, third?.decidedAt);
});

test('610 s after the close a market that wants a second is decided once more, and then no more', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, OPEN_AT, '100');
  await resolveMarket(bench);
  await bench.task.run();
  assert.equal((await findVerdict(bench))?.reason, 'source_not_recorded');
  await recordPrice(bench, CLOSE_AT, '101');
  bench.clock.advance(580_000);
  await bench.task.run();
  assert.equal((await findVerdict(bench))?.verdict, 'reproduced');
  assert.equal(bench.task.watching, 0);
  await recordPrice(bench, CLOSE_AT, '99', { place: 1 });
  bench.task.noteValue('twap60-btc', CLOSE_AT);
  bench.clock.advance(10_000);
  await bench.task.run();
  assert.equal((await findVerdict(bench))?.verdict, 'reproduced');
});

test('imported values decide nothing, nor does another source', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, OPEN_AT, '100', { s: 'import' });
  await recordPrice(bench, CLOSE_AT, '101', { s: 'import' });
  await recordPrice(bench, CLOSE_AT, '101', { key: 'chainlink-btc' });
  await resolveMarket(bench);
  await bench.task.run();
  const row = await findVerdict(bench);
  assert.equal(row?.reason, 'average_not_recorded');
  assert.deepEqual(row?.detail, { source: 'twap60', recorded: 'chainlink' });
});

test('what the venue states afterwards is asked for once more 600 s after the close', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, OPEN_AT, '100');
  await recordPrice(bench, CLOSE_AT, '101.5');
  await resolveMarket(bench, {}, toStatement({ strike: toDouble('100') }));
  await bench.task.run();
  const answer: ResolutionAnswer = {
    asset: WINDOW_REF.asset,
    outcome: 'yes',
    payout: 1,
    settledAt: null,
    source: 'polymarket:gamma/markets',
    disputed: null,
    stated: toStatement({ value: toDouble('101.6') }),
  };
  bench.adapter.resolutions.set(WINDOW_REF.asset, answer);
  bench.clock.advance(569_000);
  await bench.task.run();
  assert.equal(bench.adapter.calls.resolution, 0);
  bench.clock.advance(1_000);
  await bench.task.run();
  assert.equal(bench.adapter.calls.resolution, 1);
  const lines = await bench.history.findSettledLines(WINDOW_REF);
  assert.deepEqual(
    lines.map(({ stated }) => stated),
    [
      toStatement({ strike: toDouble('100') }),
      toStatement({ strike: toDouble('100'), value: toDouble('101.6') }),
    ],
  );
  assert.equal(lines[1]?.recordedAt, bench.clock.read());
  const row = await findVerdict(bench);
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
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, OPEN_AT, '100');
  await recordPrice(bench, CLOSE_AT, '101');
  await resolveMarket(bench);
  bench.adapter.resolutions.set(WINDOW_REF.asset, 'unreachable');
  bench.clock.advance(600_000);
  await bench.task.run();
  assert.equal(bench.adapter.calls.resolution, 1);
  assert.equal((await findVerdict(bench))?.verdict, 'reproduced');
});

test('a result against the values is an anomaly, and changes no resolution', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench, { ...WINDOW_TERMS, source: 'chainlink', tie: 'no' });
  await recordPrice(bench, OPEN_AT, '100', { key: 'chainlink-btc' });
  await recordPrice(bench, CLOSE_AT, '99', { key: 'chainlink-btc' });
  await resolveMarket(bench);
  await bench.task.run();
  assert.equal((await findVerdict(bench))?.verdict, 'contradicted');
  assert.equal((await bench.history.findResolution(WINDOW_REF))?.outcome, 'yes');
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
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, OPEN_AT, '100');
  await recordPrice(bench, CLOSE_AT, '101');
  await resolveMarket(bench, { outcome: 'void', payout: 0.5 });
  await bench.task.run();
  assert.deepEqual(
    [(await findVerdict(bench))?.verdict, (await findVerdict(bench))?.reason],
    ['unknown', 'void'],
  );
  await bench.task.noteReopened(WINDOW_REF);
  assert.equal((await bench.history.listSettled({ limit: 10 })).rows.length, 0);
  bench.clock.advance(86_400_000);
  await resolveMarket(bench);
  await bench.task.run();
  const row = await findVerdict(bench);
  assert.deepEqual([row?.verdict, row?.changedFrom, row?.isReopened], ['reproduced', 'unknown', undefined]);
  assert.deepEqual(
    (await bench.history.findSettledLines(WINDOW_REF)).map(({ outcome }) => outcome),
    ['void', 'yes'],
  );
  assert.equal((await bench.history.listSettled({ limit: 10 })).rows.length, 1);
});

test('terms that changed within the window are named', async (t) => {
  const bench = await startVerdictBench(t);
  const early = new ManualClock(OPEN_AT - 60_000);
  await listMarket({ ...bench, clock: early });
  early.advance(120_000);
  await listMarket({ ...bench, clock: early }, { ...WINDOW_TERMS, tie: 'no' });
  await recordPrice(bench, OPEN_AT, '100');
  await recordPrice(bench, CLOSE_AT, '101');
  await resolveMarket(bench);
  await bench.task.run();
  const row = await findVerdict(bench);
  assert.deepEqual([row?.reason, row?.detail], ['terms_changed', { at: OPEN_AT + 60_000 }]);
});

test('after a stop, resolutions without a line and markets without a verdict are made up for', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, OPEN_AT, '100');
  await recordPrice(bench, CLOSE_AT, '101');
  // Simulates a process that ended before the line was written.
  await resolveMarket({ ...bench, task: { noteResolution: async () => undefined } });
  const restarted = bench.start();
  await restarted.run();
  assert.equal((await findVerdict(bench))?.verdict, 'reproduced');
  assert.equal((await bench.history.findSettledLines(WINDOW_REF)).length, 1);
  await bench.start().run();
  assert.equal((await bench.history.findSettledLines(WINDOW_REF)).length, 1);
});

test('a market whose verdict cannot be stored holds up no other, and is decided when it can', async (t) => {
  const bench = await startVerdictBench(t);
  const { history, task } = bench;
  const other = { ...WINDOW_REF, storeKey: 'other', asset: 'pm-other' };
  await listMarket(bench);
  await listMarket(bench, WINDOW_TERMS, other);
  await recordPrice(bench, OPEN_AT, '100');
  await recordPrice(bench, CLOSE_AT, '101');
  await resolveMarket(bench);
  await resolveMarket(bench, other);
  const put = history.putSettled.bind(history);
  history.putSettled = async (...rows) => {
    if (rows.some(({ asset }) => asset === WINDOW_REF.asset)) throw new Error('the disk is full');
    return put(...rows);
  };
  await assert.rejects(task.run(), /the disk is full/);
  assert.equal(await findVerdict(bench), null);
  assert.equal((await history.findSettled(other))?.verdict, 'reproduced');
  history.putSettled = put;
  await task.run();
  assert.equal((await findVerdict(bench))?.verdict, 'reproduced');
});

test('an average of 59 values stands in for nothing, and one of 60 decides', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench, {
    ...WINDOW_TERMS,
    source: 'rti60',
    strikeFrom: 'stated',
    strike: '100',
    decimals: 2,
  });
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
  await recordPrice(bench, CLOSE_AT - 900_000 + 600_000, '100', { key: 'rti60-btc' });
  await bench.history.append([], { venue: 'ref', at, changed: [], marks: [mark(59, null)] });
  await resolveMarket(bench);
  await bench.task.run();
  const first = await findVerdict(bench);
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
  const second = await findVerdict(bench);
  assert.deepEqual([second?.verdict, second?.changedFrom], ['reproduced', 'unknown'], 'a rounded tie is Yes');
  assert.equal(second?.value, '100.001');
});
