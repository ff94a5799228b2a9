import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/index.ts';
import { HourRecord } from '../../src/settled/days/hour-record.ts';
import { RecordDayMaker, SettledDayCloser } from '../../src/settled/days/settled-day-closer.ts';
import { recordSeries, recordWindow } from '../support/evidence-record.ts';
import { startBench } from '../support/service-bench.ts';

const DAY = Date.UTC(2026, 9, 5) / DAY_MS;
const NOON = DAY * DAY_MS + 12 * HOUR_MS;
const SLUG = 'btc-updown-15m-1';
const PATH = `/api/settled/pm-${SLUG}/evidence`;

/** A bench whose history has one window, and three closed days. */
async function start(t: Parameters<typeof startBench>[0], changes: Parameters<typeof startBench>[1] = {}) {
  const bench = await startBench(t, changes);
  const { history } = bench;
  await recordSeries(history, 'twap60-btc', NOON - MINUTE_MS, NOON + 16 * MINUTE_MS);
  const closeAt = NOON + 15 * MINUTE_MS;
  await recordWindow(history, { slug: SLUG, openAt: NOON, closeAt, recordedAt: closeAt + MINUTE_MS });
  const record = new HourRecord(history);
  const closer = new SettledDayCloser({
    store: history,
    maker: new RecordDayMaker(record),
    findFirst: () => record.findFirst(),
    clock: () => ((DAY + 3) * DAY_MS + HOUR_MS) as never,
  });
  await closer.closeDue();
  return bench;
}

test('heads of closed days, the oldest first, each on the one before', async (t) => {
  const { app } = await start(t);
  const answer = await app.inject('/api/settled/heads?fromDay=2026-10-05&toDay=2026-10-07');
  const { ok, count, heads } = answer.json();
  assert.deepEqual([ok, count], [true, 3]);
  assert.deepEqual(
    heads.map(({ day, entries, series, resolutions }: Record<string, unknown>) => [
      day,
      entries,
      series,
      resolutions,
    ]),
    [
      ['2026-10-05', 3, 1, 1],
      ['2026-10-06', 0, 0, 0],
      ['2026-10-07', 0, 0, 0],
    ],
  );
  assert.equal(heads[0].previousHead, '0'.repeat(64));
  assert.equal(heads[1].previousHead, heads[0].head);
  const later = (await app.inject('/api/settled/heads?fromDay=2026-10-06')).json();
  assert.deepEqual(later.heads, heads.slice(1));
});

for (const [query, word] of [
  ['fromDay=2026-02-30', 'fromDay'],
  ['toDay=yesterday', 'toDay'],
  ['fromDay=2025-01-01&toDay=2026-02-05', '400 days'],
] as const) {
  test(`heads of ${query} are refused`, async (t) => {
    const { app } = await startBench(t);
    const answer = await app.inject(`/api/settled/heads?${query}`);
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().error, 'validation_failed');
    assert.match(answer.body, new RegExp(word));
  });
}

test('evidence is a file with everything that the verdict stands on', async (t) => {
  const { app } = await start(t);
  const answer = await app.inject(PATH);
  assert.equal(answer.headers['content-disposition'], `attachment; filename="pm-${SLUG}.evidence.json"`);
  assert.match(answer.headers['cache-control'] ?? '', /s-maxage=300/);
  assert.ok(answer.body.length <= 20_000, `${answer.body.length} bytes`);
  assert.equal(
    Object.keys(answer.json()).join(' '),
    'ok format asset venue rules terms statedBy stated series resolution verdict proof whyNull',
  );
  assert.equal(answer.json().verdict.verdict, 'reproduced');
});

test('a market without a verdict has a file that says why, and an unknown one none', async (t) => {
  const { app, history } = await start(t);
  const { venue, storeKey } = { venue: 'polymarket' as const, storeKey: SLUG };
  const row = await history.findSettled({ venue, storeKey });
  await history.putSettled({ ...row!, isReopened: true });
  const { ok, format, asset, whyNull, ...rest } = (await app.inject(PATH)).json();
  assert.deepEqual([ok, format, asset], [true, 'crosstape-evidence/1', `pm-${SLUG}`]);
  assert.deepEqual(whyNull, { verdict: 'not_resolved' });
  assert.ok(Object.entries(rest).every(([name, value]) => value === null || name === 'venue'));
  const unknown = await app.inject('/api/settled/pm-nothing/evidence');
  assert.deepEqual([unknown.statusCode, unknown.json().error], [404, 'asset_not_found']);
});

test('values of a source that is not shared are withheld', async (t) => {
  const { app } = await start(t, { rights: { isShown: (source: string) => source !== 'twap60' } });
  const { whyNull, verdict, series } = (await app.inject(PATH)).json();
  assert.deepEqual(whyNull, { series: 'withheld' });
  assert.deepEqual([verdict.value, verdict.strike, verdict.verdict], [null, null, 'reproduced']);
  assert.ok(
    series['twap60-btc'].every(({ text, p }: Record<string, unknown>) => text === null && p === null),
  );
});
