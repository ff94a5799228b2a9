import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ToldRelay, type ToldValue } from '../../../test/support/told-relay.ts';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS, REFERENCES, SECOND_MS } from '../../domain/index.ts';
import { ReferenceRecord } from '../../history/references/reference-record.ts';
import { openSqliteHistory } from '../../history/sqlite/index.ts';
import type { ReferenceSeries } from '../relay.ts';
import { ReferenceRecorder } from './reference-recorder.ts';
import { describeSeries } from './report.ts';
import { SeriesRecorder } from './series-recorder.ts';

/** Start of a minute. */
const START = Date.UTC(2026, 10, 20, 12);

/** Opens a recorder of one series over a real store, with an adjustable clock. */
async function open(t: TestContext, series: ReferenceSeries = { source: 'twap60', coin: 'btc' }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bad-input-'));
  let [now, steady] = [START, 0];
  const clock = () => epochMs(now);
  const history = await openSqliteHistory({ dataDir, clock });
  t.after(async () => {
    await history.close();
    rmSync(dataDir, { recursive: true });
  });
  const stored: string[] = [];
  const batches: number[] = [];
  const append = history.append.bind(history);
  history.append = async (records, poll) => {
    batches.push(records.length);
    return append(records, poll);
  };
  const start = async () => {
    const relay = new ToldRelay([series]);
    const one = new SeriesRecorder(series);
    const recorder = new ReferenceRecorder({
      history,
      relays: [relay],
      series: [one],
      clock,
      now: () => steady,
      onStored: (key, at) => stored.push(`${key} ${at - START}`),
      onError: (_, error) => assert.fail(String(error)),
    });
    await recorder.restore();
    await recorder.restoreSeconds();
    return { relay, one, recorder };
  };
  let running = await start();
  return {
    history,
    stored,
    batches,
    clock,
    counts: () => running.one.counts,
    report: () => describeSeries(running.one, [], clock()).last24h,
    relay: () => running.relay,
    /** Changes our wall clock without the passage of time. */
    step: (ms: number) => {
      now += ms;
    },
    /** Lets time pass, with one check per second. */
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += SECOND_MS) {
        now += SECOND_MS;
        steady += SECOND_MS;
        await running.recorder.check();
      }
    },
    /** Delivers values now. */
    say: (...values: readonly ToldValue[]) =>
      running.relay.say(...values.map((value) => ({ receivedAt: clock(), ...value }))),
    flush: () => running.recorder.flush(),
    restart: async () => {
      await running.recorder.stop();
      running = await start();
    },
    /** Reads what is stored: seconds since the start, and text or double. */
    values: async () => {
      const record = new ReferenceRecord(history);
      const all = await record.valuesBetween(
        running.one.key,
        epochMs(START - DAY_MS),
        epochMs(START + 2 * DAY_MS),
      );
      return all.map(({ t: at, p, text }) => [at - START, text ?? p]);
    },
    gaps: async () =>
      (await history.listGaps(REFERENCES, {}, running.one.key)).map(({ fromMs, toMs }) => [
        fromMs - START,
        toMs === null ? null : toMs - START,
      ]),
  };
}

const priced = (t: number, text: string): ToldValue => ({ t, text, value: Number(text) });

test('a second with two values has both in the order of arrival, and the same one again is a duplicate', async (t) => {
  const stand = await open(t);
  stand.say(priced(START, '80000.1'), priced(START, '80000.2'), priced(START, '80000.2'));
  await stand.flush();
  stand.say(priced(START, '80000.1'));
  await stand.flush();
  // The first value again is another correction, because the second value had replaced it.
  assert.deepEqual(await stand.values(), [
    [0, '80000.1'],
    [0, '80000.2'],
    [0, '80000.1'],
  ]);
  const { stored, corrections, duplicates } = stand.counts();
  assert.deepEqual({ stored, corrections, duplicates }, { stored: 3, corrections: 2, duplicates: 1 });
});

test('values out of order stand at their own moments, and those beyond ten minutes are refused', async (t) => {
  const stand = await open(t);
  await stand.pass(11 * MINUTE_MS);
  const now = stand.clock() - START;
  const moments = [now, now - 60_000, now - 30_000, now - 600_000, now - 601_000, now - 5_000];
  for (const at of moments) stand.say(priced(START + at, String(80_000 + at / 1_000)));
  await stand.flush();
  assert.deepEqual(
    (await stand.values()).map(([at]) => at),
    [now - 600_000, now - 60_000, now - 30_000, now - 5_000, now],
  );
  const { late, tooOld } = stand.counts();
  assert.deepEqual({ late, tooOld }, { late: 3, tooOld: 1 });
  assert.deepEqual(await stand.gaps(), [], 'what comes late ends no hole');
});

test('a value from the future is refused, up to five seconds it is not', async (t) => {
  const stand = await open(t);
  stand.say(priced(START + 5_000, '1'), priced(START + 5_001, '2'), priced(START + 10 * DAY_MS, '3'));
  await stand.flush();
  assert.deepEqual(await stand.values(), [[5_000, 1]]);
  assert.equal(stand.counts().future, 2);
});

test('seconds that are labelled hours ahead make no series seem silent', async (t) => {
  const stand = await open(t);
  for (let i = 0; i < 120; i++) {
    stand.say(priced(START + i * 1_000, `${80_000 + i}`));
    if (i % 10 === 5) stand.say(priced(START + i * 1_000 + HOUR_MS, '1'));
    await stand.pass(SECOND_MS);
  }
  assert.deepEqual([stand.relay().restarted, stand.relay().renewed], [0, 0]);
  // Silence is noticed even when the last second was one of these values.
  stand.say(priced(START + 2 * HOUR_MS, '1'));
  await stand.pass(20_000);
  assert.deepEqual([stand.relay().restarted, stand.relay().renewed], [1, 0]);
  await stand.pass(20_000);
  assert.deepEqual([stand.relay().restarted, stand.relay().renewed], [1, 1]);
});

test('a connection whose first second is labelled an hour ahead is opened again once', async (t) => {
  const stand = await open(t);
  stand.say(priced(START + HOUR_MS, '1'));
  for (let i = 0; i < 120; i++) {
    stand.say(priced(START + i * 1_000, `${80_000 + i}`));
    await stand.pass(SECOND_MS);
  }
  assert.equal(stand.relay().renewed, 1);
});

test('ten values at once are one commit, and ten of one second are ten values', async (t) => {
  const stand = await open(t);
  await stand.pass(10_000);
  stand.say(...Array.from({ length: 10 }, (_, i) => priced(START + i * 1_000, `${80_000 + i}`)));
  stand.say(...Array.from({ length: 10 }, (_, i) => priced(START + 60_000 - 50_000, `${70_000 + i}`)));
  await stand.flush();
  assert.deepEqual(stand.batches, [20]);
  const values = await stand.values();
  assert.equal(values.length, 20);
  assert.deepEqual(
    values.slice(10).map(([, p]) => p),
    Array.from({ length: 10 }, (_, i) => 70_000 + i),
  );
  assert.equal(stand.stored.length, 20);
});

test('a text of 25 digits is kept to the last at a whole minute, elsewhere as its double', async (t) => {
  const stand = await open(t);
  const text = '80000.12345678901234567891';
  const integer = '1234567890123456789012345';
  stand.say(priced(START, text), priced(START + 1_000, text), priced(START + 2_000, integer));
  await stand.pass(MINUTE_MS);
  stand.say(priced(START + MINUTE_MS, integer));
  await stand.flush();
  assert.deepEqual(await stand.values(), [
    [0, text],
    [1_000, Number(text)],
    [2_000, Number(integer)],
    [MINUTE_MS, integer],
  ]);
});

test('a text and a double that disagree are no value, nor is what is no price', async (t) => {
  const stand = await open(t);
  const refused: readonly ToldValue[] = [
    { t: START, text: '80000.1', value: 80_000.2 },
    // The next representable double is a different price.
    { t: START, text: '80000.1', value: 80_000.100_000_000_02 },
    { t: START, text: '-1', value: -1 },
    { t: START, text: '0', value: 0 },
    { t: START, text: '8e4', value: 80_000 },
    { t: START, text: '080000', value: 80_000 },
    { t: START, text: '', value: null },
    { t: START, text: null, value: Number.NaN },
    { t: START, text: null, value: null },
  ];
  stand.say(...refused);
  await stand.flush();
  assert.deepEqual(await stand.values(), []);
  assert.equal(stand.counts().invalid, refused.length);
  stand.say({ t: START, text: '80000.1000', value: 80_000.1 });
  await stand.flush();
  assert.deepEqual(await stand.values(), [[0, '80000.1000']]);
});

for (const [way, stepMs, count] of [
  ['forward', HOUR_MS, 'tooOld'],
  ['back', -HOUR_MS, 'future'],
] as const)
  test(`a clock that jumps an hour ${way} stores nothing twice and nothing at a wrong moment`, async (t) => {
    const stand = await open(t);
    const second = (i: number) => priced(START + i * 1_000, `${80_000 + i}`);
    for (let i = 0; i < 120; i++) {
      stand.say(second(i));
      await stand.pass(SECOND_MS);
    }
    stand.step(stepMs);
    for (let i = 120; i < 300; i++) {
      stand.say(second(i));
      await stand.pass(SECOND_MS);
    }
    assert.equal(stand.counts()[count], 180);
    if (way === 'back') await stand.restart();
    stand.step(-stepMs);
    if (way === 'forward') await stand.restart();
    // The clock is correct again. A new connection brings the last two minutes, of which some are stored already.
    stand.say(...Array.from({ length: 300 }, (_, i) => ({ ...second(i), isSnapshot: true })));
    await stand.pass(SECOND_MS);
    assert.deepEqual(
      (await stand.values()).map(([at]) => at),
      Array.from({ length: 300 }, (_, i) => i * 1_000),
    );
    assert.deepEqual(await stand.gaps(), [], 'no second is missing');
    assert.equal(stand.report().missing, 0);
  });

test('a clock that was ahead for some minutes does not forget what is stored', async (t) => {
  const stand = await open(t);
  const values = Array.from({ length: 60 }, (_, i) => priced(START + i * 1_000, `${80_000 + i}`));
  await stand.pass(MINUTE_MS);
  stand.say(...values);
  await stand.flush();
  stand.step(HOUR_MS);
  await stand.pass(2 * MINUTE_MS);
  stand.step(-HOUR_MS);
  stand.say(...values.map((value) => ({ ...value, isSnapshot: true })));
  await stand.flush();
  assert.equal((await stand.values()).length, values.length);
  assert.equal(stand.counts().duplicates, values.length);
});

test('a day without a value is one hole, and its seconds are missing, also after a restart', async (t) => {
  const stand = await open(t);
  stand.say(priced(START, '80000'));
  await stand.flush();
  stand.step(DAY_MS);
  stand.step(HOUR_MS);
  await stand.restart();
  const day = 86_400;
  const report = () => {
    const { seconds, missing, longestHoleMs } = stand.report();
    return [seconds, missing, longestHoleMs];
  };
  assert.deepEqual(report(), [0, day, day * 1_000]);
  stand.say(priced(START + DAY_MS + HOUR_MS, '80001'));
  await stand.pass(10_000);
  assert.deepEqual(report(), [1, day - 1, (day - 6) * 1_000]);
  assert.deepEqual(await stand.gaps(), [[1_000, DAY_MS + HOUR_MS - 1_000]]);
  await stand.restart();
  assert.deepEqual(report(), [1, day - 1, (day - 6) * 1_000]);
});

test('an average of the index that is incomplete is kept as its count once, whatever the clock does', async (t) => {
  const stand = await open(t, { source: 'rti60', coin: 'btc' });
  const part = { t: START, count: 59, text: null, value: null };
  stand.say(part, part);
  await stand.flush();
  stand.step(HOUR_MS);
  await stand.pass(2 * MINUTE_MS);
  stand.step(-HOUR_MS);
  stand.say(part, { ...part, t: START - 900_000 }, { ...part, t: START + 900_000 }, { ...part, count: 61 });
  await stand.restart();
  stand.say(part);
  await stand.flush();
  const marks = await stand.history.findMarks('rti60-btc', epochMs(START - DAY_MS), epochMs(START + DAY_MS));
  assert.deepEqual(
    marks.map(({ t: at, place, text, count }) => [at - START, place, text, count]),
    [[0, 0, null, 59]],
  );
});
