import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CLOSE_AT,
  findVerdict,
  listMarket,
  OPEN_AT,
  recordPrice,
  resolveMarket,
  startVerdictBench,
  type VerdictBench,
  WINDOW_REF,
  WINDOW_TERMS,
} from '../../../test/support/verdict-bench.ts';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';

/** Lists a market before it opens, and records both of its values. */
async function listRecorded(bench: VerdictBench, terms = WINDOW_TERMS, close = '101'): Promise<void> {
  await listMarket(bench, terms);
  await recordPrice(bench, OPEN_AT, '100');
  await recordPrice(bench, CLOSE_AT, close);
}

const summarise = async (bench: VerdictBench) => {
  const row = await findVerdict(bench);
  return [row?.verdict, row?.reason, row?.result, row?.changedFrom];
};

test('a market that was paid at half is reproduced by a tie that pays half, and by nothing else', async (t) => {
  for (const [close, payout, expected] of [
    ['100', 0.5, ['reproduced', null, 'half', null]],
    ['100.000', 0.5, ['reproduced', null, 'half', null]],
    ['100', 0.3, ['contradicted', null, 'half', null]],
    ['100', null, ['unknown', 'void', 'half', null]],
    ['101', 0.5, ['unknown', 'void', 'yes', null]],
    ['101', null, ['unknown', 'void', 'yes', null]],
  ] as const) {
    const bench = await startVerdictBench(t);
    await listRecorded(bench, { ...WINDOW_TERMS, tie: 'half' }, close);
    await resolveMarket(bench, { outcome: 'void', payout });
    await bench.task.run();
    assert.deepEqual(await summarise(bench), expected, `${close} ${payout}`);
  }
});

test('a result that is corrected after a day is a line more, and turns the verdict round', async (t) => {
  const bench = await startVerdictBench(t);
  await listRecorded(bench);
  await resolveMarket(bench);
  await bench.task.run();
  const first = await findVerdict(bench);
  bench.clock.advance(DAY_MS);
  await bench.task.run();
  assert.equal(bench.task.watching, 0);
  await resolveMarket(bench, { outcome: 'no', payout: 0 });
  await bench.task.run();
  assert.deepEqual(await summarise(bench), ['contradicted', null, 'yes', 'reproduced']);
  const row = await findVerdict(bench);
  assert.deepEqual([row?.decidedAt, row?.recordedAt], [bench.clock.read(), bench.clock.read()]);
  assert.deepEqual([row?.strike, row?.value], [first?.strike, first?.value]);
  const lines = await bench.history.findSettledLines(WINDOW_REF);
  assert.deepEqual(
    lines.map(({ outcome, recordedAt }) => [outcome, recordedAt]),
    [
      ['yes', first?.recordedAt],
      ['no', bench.clock.read()],
    ],
  );
  assert.deepEqual(
    bench.anomalies.map(({ code }) => code),
    ['settled_contradicted'],
  );
});

test('a market that is reopened has no verdict in lists until it is resolved again', async (t) => {
  const bench = await startVerdictBench(t);
  await bench.task.noteReopened(WINDOW_REF);
  assert.equal(await findVerdict(bench), null, 'one without a verdict has none to take back');
  await listRecorded(bench);
  await resolveMarket(bench);
  await bench.task.run();
  await bench.task.noteReopened(WINDOW_REF);
  await bench.task.noteReopened(WINDOW_REF);
  const rows = async () => (await bench.history.listSettled({ limit: 10 })).rows;
  assert.deepEqual(await rows(), []);
  // A value that arrives while the market is open again decides nothing.
  await recordPrice(bench, CLOSE_AT, '99', { place: 1 });
  bench.task.noteValue('twap60-btc', CLOSE_AT);
  await bench.task.run();
  assert.deepEqual(await rows(), []);
  bench.clock.advance(HOUR_MS);
  await resolveMarket(bench, { outcome: 'no', payout: 0 });
  await bench.task.run();
  assert.deepEqual(await summarise(bench), ['unknown', 'second_disputed', null, 'reproduced']);
  assert.equal((await rows()).length, 1);
});

test('a market without an end is silent about it, and is not watched for ever', async (t) => {
  const bench = await startVerdictBench(t);
  await listRecorded(bench, { ...WINDOW_TERMS, closeAt: null });
  await resolveMarket(bench);
  await bench.task.run();
  const row = await findVerdict(bench);
  assert.deepEqual([row?.reason, row?.detail, row?.missing], ['terms_silent', { members: ['closeAt'] }, []]);
  assert.equal(bench.task.watching, 0);
});

test('an end that moves twice within its window is named by the last move, one that moved before opens anew', async (t) => {
  for (const [moves, expected] of [
    [[2, 5], { at: OPEN_AT + 5 * MINUTE_MS }],
    // The second change was made after the first end had passed.
    [[2, 16], { at: OPEN_AT + 16 * MINUTE_MS }],
    [[-30, -10], null],
  ] as const) {
    const bench = await startVerdictBench(t);
    bench.clock.advance(OPEN_AT - HOUR_MS - bench.clock.read());
    await listMarket(bench);
    for (const [i, minutes] of moves.entries()) {
      bench.clock.advance(OPEN_AT + minutes * MINUTE_MS - bench.clock.read());
      await listMarket(bench, { ...WINDOW_TERMS, closeAt: CLOSE_AT + (i + 1) * 15 * MINUTE_MS });
    }
    const end = CLOSE_AT + 30 * MINUTE_MS;
    bench.clock.advance(end + 60_000 - bench.clock.read());
    await recordPrice(bench, OPEN_AT, '100');
    await recordPrice(bench, CLOSE_AT, '99');
    await recordPrice(bench, end, '101');
    await resolveMarket(bench);
    await bench.task.run();
    const row = await findVerdict(bench);
    assert.deepEqual(row?.detail, expected, String(moves));
    assert.equal(row?.reason, expected === null ? null : 'terms_changed');
    assert.equal(row?.closeAt, end);
    if (expected === null) assert.equal(row?.value, '101');
  }
});

test('a market that is listed after its end is decided by what was recorded', async (t) => {
  const bench = await startVerdictBench(t);
  await recordPrice(bench, OPEN_AT, '100');
  await recordPrice(bench, CLOSE_AT, '101');
  bench.clock.advance(DAY_MS);
  await resolveMarket(bench);
  await bench.task.run();
  assert.equal(await findVerdict(bench), null, 'nothing says what it settles by');
  await listMarket(bench);
  await resolveMarket(bench);
  await bench.task.run();
  assert.deepEqual(await summarise(bench), ['reproduced', null, 'yes', null]);
});

test('values that differ in the 25th digit decide, and doubles that are equal do not', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, OPEN_AT, '86513.57446292485911347212');
  await recordPrice(bench, CLOSE_AT, '86513.57446292485911347211');
  await resolveMarket(bench, { outcome: 'no', payout: 0 });
  await bench.task.run();
  assert.deepEqual(await summarise(bench), ['reproduced', null, 'no', null]);

  const other = await startVerdictBench(t);
  // The text of a value is stored only at whole minutes.
  const openAt = OPEN_AT + 1_000;
  await listMarket(other, { ...WINDOW_TERMS, openAt });
  await recordPrice(other, openAt, '86513.57446292485911347212');
  await recordPrice(other, CLOSE_AT, '86513.57446292485911347211');
  await resolveMarket(other);
  await other.task.run();
  assert.deepEqual(await summarise(other), ['unknown', 'too_close', null, null]);
});

test('the opening second may come after the closing one', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, CLOSE_AT, '101');
  await resolveMarket(bench);
  await bench.task.run();
  assert.deepEqual((await findVerdict(bench))?.missing, [OPEN_AT]);
  bench.clock.advance(MINUTE_MS);
  await recordPrice(bench, OPEN_AT, '100', { lateMs: 990_000 });
  bench.task.noteValue('twap60-btc', OPEN_AT);
  await bench.task.run();
  assert.deepEqual(await summarise(bench), ['reproduced', null, 'yes', 'unknown']);
});

test('a day without a value is a source that was not recorded', async (t) => {
  const bench = await startVerdictBench(t);
  await listMarket(bench);
  await recordPrice(bench, OPEN_AT - DAY_MS, '100');
  await recordPrice(bench, CLOSE_AT + 11 * MINUTE_MS, '101');
  await resolveMarket(bench);
  await bench.task.run();
  const row = await findVerdict(bench);
  assert.deepEqual([row?.reason, row?.detail], ['source_not_recorded', { source: 'twap60' }]);
});

test('a second that comes when a clock is right again is not missed, whichever way it had jumped', async (t) => {
  for (const jump of [HOUR_MS, -HOUR_MS]) {
    const bench = await startVerdictBench(t);
    await listMarket(bench);
    await recordPrice(bench, OPEN_AT, '100');
    bench.clock.advance(jump);
    await resolveMarket(bench);
    await bench.task.run();
    assert.equal((await findVerdict(bench))?.verdict, 'unknown');
    bench.clock.advance(10_000);
    await bench.task.run();
    bench.clock.advance(-jump);
    await bench.task.run();
    await recordPrice(bench, CLOSE_AT, '101', { s: 'backfill', lateMs: 100_000 });
    bench.task.noteValue('twap60-btc', CLOSE_AT);
    bench.clock.advance(10_000);
    await bench.task.run();
    assert.deepEqual(await summarise(bench), ['reproduced', null, 'yes', 'unknown'], String(jump));
    assert.equal((await bench.history.findSettledLines(WINDOW_REF)).length, 1);
    const { decidedAt } = (await findVerdict(bench))!;
    assert.equal(decidedAt, epochMs(CLOSE_AT + 50_000));
  }
});
