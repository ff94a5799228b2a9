import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { binaryState, ManualClock, venuePoll } from '../../../test/support/markets.ts';
import { WireSchema } from '../../upstream/client.ts';
import { Intake } from '../../upstream/intake.ts';
import type { WireCounters } from '../../upstream/wire-counters.ts';
import { WireWatch } from './wire-watch.ts';

const row = new WireSchema('sample market', Type.Object({ strike: Type.Number() }), {
  endpoint: 'GET /markets',
});
const book = new WireSchema('sample book', Type.Object({ bids: Type.Array(Type.Number()) }));

function watchWire() {
  const clock = new ManualClock();
  const intake = new Intake(clock.read);
  const watch = new WireWatch();
  const counters = () =>
    ({ kinds: intake.listKinds(), refused: intake.listRefused() }) as unknown as WireCounters;
  const readList = (good: number, bad: number) => {
    const rows = Array.from({ length: good + bad }, (_, i) => ({ strike: i < bad ? '100' : 100 }));
    intake.readRows(rows, row, (_, i) => `m${i}`);
    watch.note(counters(), clock.advance(5_000));
  };
  const codes = () =>
    watch.list(counters()).map(({ code, count, at }) => `${code} ${count} ${at?.row} ${at?.value}`);
  return { clock, intake, watch, readList, codes };
}

test('more than a twentieth of a list that is refused is an anomaly, with the share of the newest list', () => {
  const { readList, codes } = watchWire();
  readList(95, 5);
  assert.deepEqual(codes(), []);
  readList(41, 60);
  assert.deepEqual(codes(), ['rows_refused 60 m0 "100"']);
  readList(94, 6);
  assert.deepEqual(codes(), ['rows_refused 6 m0 "100"']);
  readList(101, 0);
  assert.deepEqual(codes(), []);
  readList(0, 30);
  assert.deepEqual(codes(), ['answers_refused 30 m0 "100"']);
});

test('a kind of answer with nothing but refusals is an anomaly until one is read', () => {
  const { intake, codes } = watchWire();
  const bad = { bids: 5 };
  intake.accepts(book, bad);
  assert.deepEqual(codes(), ['answers_refused 1 null 5'], 'none was ever read');
  intake.accepts(book, { bids: [] });
  intake.accepts(book, bad);
  intake.accepts(book, bad);
  assert.deepEqual(codes(), [], 'two odd ones in a row');
  intake.accepts(book, bad);
  assert.deepEqual(codes(), ['answers_refused 3 null 5']);
  intake.accepts(book, { bids: [] });
  assert.deepEqual(codes(), []);
});

test('priced markets that fall by half are an anomaly until they are back', () => {
  const { clock, watch } = watchWire();
  const poll = (priced: number) =>
    watch.notePrices(
      venuePoll(
        'kalshi',
        clock.advance(5_000),
        Array.from({ length: 100 }, (_, i) => binaryState(`M${i}`, i < priced ? 0.5 : null)),
      ),
    );
  const codes = () => watch.list({ kinds: [], refused: [] }).map(({ code, count }) => `${code} ${count}`);
  poll(90);
  poll(46);
  assert.deepEqual(codes(), []);
  poll(90);
  poll(44);
  assert.deepEqual(codes(), ['prices_lost 46']);
  poll(40);
  assert.deepEqual(codes(), ['prices_lost 50']);
  poll(80);
  assert.deepEqual(codes(), []);
});
