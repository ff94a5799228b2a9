import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeTaken, type TakenReport } from './taken-back.ts';

interface Report extends TakenReport {
  readonly amount: number;
}

let events = 0;
const report = (
  effect: Report['effect'],
  objectId: string,
  amount: number,
  changes: Partial<Report> = {},
): Report => ({
  effect,
  objectId,
  amount,
  eventId: `evt_${String(++events).padStart(4, '0')}`,
  at: null,
  isVoid: false,
  partOf: null,
  partSince: null,
  ...changes,
});
/** Creates a report of the total that was refunded for a charge. */
const charge = (amount: number, at: number | null = null) => report('refund', 'ch_1', amount, { at });
const refund = (id: string, amount: number, at: number, changes: Partial<Report> = {}) =>
  report('refund', id, amount, { at, partOf: 'ch_1', partSince: at, ...changes });
const failed = (id: string, amount: number, at: number, since: number) =>
  refund(id, amount, at, { isVoid: true, partSince: since });
const withdrawn = (at: number | null, amount = 25) => report('dispute', 'dp_1', amount, { at });
const reinstated = (at: number | null, amount = 25) => report('reinstatement', 'dp_1', amount, { at });

const rows: [name: string, reports: Report[], taken: number][] = [
  ['nothing', [], 0],
  ['a charge states its total', [charge(10, 1), charge(25, 2)], 25],
  ['a total that falls gives back', [charge(25, 1), charge(0, 2)], 0],
  ['refunds without a charge add up', [refund('re_1', 10, 1), refund('re_2', 5, 2)], 15],
  ['a refund that is in the total counts once', [charge(10, 1), refund('re_1', 10, 1)], 10],
  ['a refund after the total is added', [charge(10, 1), refund('re_1', 10, 1), refund('re_2', 5, 2)], 15],
  [
    'a refund that failed after the total is taken off',
    [charge(25, 1), refund('re_1', 25, 1), failed('re_1', 25, 9, 1)],
    0,
  ],
  ['a failure is not taken off twice', [charge(25, 1), failed('re_1', 25, 8, 1), charge(0, 9)], 0],
  [
    'a failure in the same second as the lower total',
    [charge(10, 9), refund('re_1', 10, 1), refund('re_2', 25, 2), failed('re_2', 25, 9, 2)],
    10,
  ],
  [
    'a failure in the same second as the higher total',
    [charge(25, 9), refund('re_1', 25, 9), failed('re_1', 25, 9, 9)],
    0,
  ],
  ['a refund that failed and is new takes nothing', [charge(10, 1), failed('re_2', 5, 3, 2)], 10],
  ['a refund of another charge is added', [charge(10, 1), refund('re_9', 5, 1, { partOf: 'ch_9' })], 15],
  [
    'a refund of no known charge belongs to the only one',
    [charge(10, 1), refund('re_1', 10, 1, { partOf: '' })],
    10,
  ],
  ['a dispute is taken', [withdrawn(1)], 25],
  ['and given back', [withdrawn(1), reinstated(2)], 0],
  ['and taken again', [withdrawn(1), reinstated(2), withdrawn(3)], 25],
  ['and given back in part', [withdrawn(1), reinstated(2, 10)], 15],
  ['a reinstatement alone gives nothing', [reinstated(2)], 0],
  ['more than the dispute does not come back', [withdrawn(1, 10), reinstated(2, 99)], 0],
  ['without times, the larger total is newer', [charge(25), charge(10)], 25],
  ['without times, a reinstatement is newer than its dispute', [reinstated(null), withdrawn(null)], 0],
];

test('the newest reports say what is taken of a payment, in every order', () => {
  for (const [name, reports, taken] of rows) {
    for (let turn = 0; turn <= reports.length; turn++) {
      const order = [...reports.slice(turn), ...reports.slice(0, turn)];
      assert.equal(computeTaken(order, ({ amount }) => amount).toNumber(), taken, name);
      assert.equal(computeTaken(order.reverse(), ({ amount }) => amount).toNumber(), taken, name);
    }
  }
});

test('of two reports of one second, the one with the later id counts', () => {
  const [first, second] = [charge(25, 1), charge(10, 1)];
  assert.equal(computeTaken([second, first], ({ amount }) => amount).toNumber(), 10);
});
