import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, MINUTE_MS } from '../../domain/index.ts';
import { AssetPauses, type EnginePlace } from './asset-pauses.ts';

const PLACE: EnginePlace = { botId: 'bot_1', owner: 'owner_1', venue: 'kalshi', asset: 'kalshi-a' };
const at = (minutes: number) => epochMs(minutes * MINUTE_MS);

/** Lists the minutes after a start in which an order may be placed, when each is refused for the same reason. */
function listTries(reason: string, minutes: number): number[] {
  const pauses = new AssetPauses();
  const tries: number[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    if (pauses.isPaused(PLACE, '0', at(minute))) continue;
    tries.push(minute);
    pauses.note(PLACE, { reason, size: '0' }, at(minute));
  }
  return tries;
}

test('a refusal that may pass is repeated after 1, 2, 4 .. 60 minutes, one that lasts each hour, any other each minute', () => {
  assert.deepEqual(listTries('no_liquidity', 300), [0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
  for (const reason of [
    'insufficient_funds',
    'below_minimum',
    'limit',
    'mismatch',
    'halt',
    'insufficient_balance',
  ]) {
    assert.deepEqual(listTries(reason, 16), [0, 1, 3, 7, 15], reason);
  }
  assert.deepEqual(listTries('no_position', 16), [0, 1, 3, 7, 15]);
  for (const reason of ['market_closed', 'unknown_asset', 'not_supported', 'venue_blocked']) {
    assert.deepEqual(listTries(reason, 121), [0, 60, 120], reason);
  }
  assert.deepEqual(listTries('price_moved', 3), [0, 1, 2]);
});

test('an order that is filled ends the pauses, and the next refusal begins anew', () => {
  const pauses = new AssetPauses();
  for (const minute of [0, 1, 3]) pauses.note(PLACE, { reason: 'no_liquidity', size: '0' }, at(minute));
  pauses.note(PLACE, { reason: null, size: '0' }, at(7));
  assert.equal(pauses.isPaused(PLACE, '0', at(7)), false);
  pauses.note(PLACE, { reason: 'no_liquidity', size: '0' }, at(8));
  assert.deepEqual([pauses.isPaused(PLACE, '0', at(8.9)), pauses.isPaused(PLACE, '0', at(9))], [true, false]);
});

test('a credential that is refused pauses its venue for its owner, until another one is stored', () => {
  const pauses = new AssetPauses();
  pauses.note(PLACE, { reason: 'credentials_rejected', size: '0' }, at(0));
  const others: [place: Partial<EnginePlace>, isPaused: boolean][] = [
    [{ asset: 'kalshi-b', botId: 'bot_2' }, true],
    [{ venue: 'limitless' }, false],
    [{ owner: 'owner_2' }, false],
  ];
  for (const [place, isPaused] of others) {
    assert.equal(pauses.isPaused({ ...PLACE, ...place }, '0', at(59)), isPaused, JSON.stringify(place));
  }
  pauses.forgetCredential('owner_1', 'kalshi');
  assert.equal(pauses.isPaused(PLACE, '0', at(1)), false);
});

test('a position that nothing can close is let be until it is another', () => {
  const pauses = new AssetPauses();
  pauses.note(PLACE, { reason: 'no_position', size: '5' }, at(0));
  assert.equal(pauses.isPaused(PLACE, '5', at(0.5)), true);
  assert.equal(pauses.isPaused(PLACE, '4', at(0.5)), false);
  // Another size begins a new pause of one minute.
  pauses.note(PLACE, { reason: 'no_position', size: '5' }, at(1));
  pauses.note(PLACE, { reason: 'no_position', size: '4' }, at(3));
  assert.equal(pauses.isPaused(PLACE, '4', at(3.9)), true);
  assert.equal(pauses.isPaused(PLACE, '4', at(4)), false);
});
