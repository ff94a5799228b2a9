import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/markets.ts';
import { HOUR_MS } from '../../domain/index.ts';
import type { Concern } from '../concern.ts';
import { ConcernLog } from './concern-log.ts';

test('each kind of concern of each venue is said once an hour', () => {
  const clock = new ManualClock();
  const said: string[] = [];
  const log = new ConcernLog(({ code }, venue) => said.push(`${venue} ${code}`));
  const concern = (code: Concern['code']): Concern => ({
    code,
    message: code,
    count: 1,
    sinceMs: clock.read(),
    at: null,
  });
  const note = () => {
    log.note(
      'kalshi',
      [concern('rows_refused'), concern('rows_refused'), concern('price_held')],
      clock.read(),
    );
    log.note('limitless', [concern('rows_refused')], clock.read());
  };
  note();
  clock.advance(HOUR_MS - 1);
  note();
  assert.deepEqual(said, ['kalshi rows_refused', 'kalshi price_held', 'limitless rows_refused']);
  clock.advance(1);
  note();
  assert.equal(said.length, 6);
});
