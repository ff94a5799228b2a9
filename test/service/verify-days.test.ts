import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS, REFERENCES } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { HourRecord } from '../../src/settled/days/hour-record.ts';
import { RecordDayMaker, SettledDayCloser } from '../../src/settled/days/settled-day-closer.ts';
import { recordSeries, textAt } from '../support/evidence-record.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';

const DAY = Date.UTC(2026, 9, 5) / DAY_MS;
const NOON = DAY * DAY_MS + 12 * HOUR_MS;
const KEY = 'twap60-btc';
const QUIET = { CROSSTAPE_LOG_LEVEL: 'error' };

test('verify names the hour of a closed day that was altered, and ends with 6', {
  timeout: 120_000,
}, async (t) => {
  const dataDir = await emptyDirectory(t);
  const store = await openSqliteHistory({ dataDir });
  t.after(() => store.close());
  await recordSeries(store, KEY, NOON - MINUTE_MS, NOON + MINUTE_MS);
  const record = new HourRecord(store);
  const closer = new SettledDayCloser({
    store,
    maker: new RecordDayMaker(record),
    findFirst: () => record.findFirst(),
    clock: () => epochMs((DAY + 2) * DAY_MS + HOUR_MS),
  });
  await closer.closeDue();
  const whole = await runCommand(['verify', '--data-dir', dataDir], QUIET);
  assert.equal(whole.code, 0, whole.err);
  assert.match(whole.out, /\n2 closed days of reference prices compared\n$/);

  // One digit of the last place: the double stays, and every checksum is right.
  const text = textAt(NOON).replace(/1$/, '2');
  const mark = {
    key: KEY,
    t: epochMs(NOON),
    place: 0,
    text,
    receivedAt: epochMs(NOON),
    relay: 'rtds',
    count: null,
  };
  await store.append([], { venue: REFERENCES, at: epochMs(NOON), changed: [], marks: [mark] });
  const altered = await runCommand(['verify', '--data-dir', dataDir], QUIET);
  assert.equal(altered.code, 6, altered.err);
  assert.match(
    altered.out,
    /^altered: 2026-10-05T12:00:00.000Z: twap60-btc: altered since the day was closed$/m,
  );
  assert.equal(altered.out.match(/^altered: /gm)?.length, 1);
});
