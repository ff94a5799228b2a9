import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryControls } from '../../../../test/support/memory/controls.ts';
import { createMemoryLedger } from '../../../../test/support/memory/ledger.ts';
import { createMemoryOrders } from '../../../../test/support/memory/orders.ts';
import { NOW, requestOrder } from '../../../../test/support/order-stores.ts';
import { microUsd } from '../../../domain/index.ts';
import { NO_SUMS } from '../day-sums.ts';
import type { FillRow, OrderRows, ScoreRow } from '../rows.ts';
import { BufferedOrder } from './buffered-order.ts';
import { toNewRow } from './order-row.ts';

const ORDER = toNewRow(requestOrder('ord_1'), { kind: 'open', opensMicroUsd: microUsd(5) }, NOW);
const BOT = { botId: ORDER.botId, mode: ORDER.mode };
const SCORE: ScoreRow = {
  ...BOT,
  realizedMicroUsd: microUsd(0),
  volumeMicroUsd: microUsd(0),
  accessFeesMicroUsd: microUsd(0),
  fills: 0,
  farFills: 0,
  closings: 0,
  wins: 0,
  orders: 1,
  filled: 0,
};
const FILL: FillRow = {
  ...BOT,
  orderId: ORDER.orderId,
  fillId: '0',
  t: NOW,
  price: '2',
  size: '3',
  notionalMicroUsd: microUsd(6_000_000),
  costMicroUsd: microUsd(6_000_000),
  proceedsMicroUsd: microUsd(0),
  venueFeeMicroUsd: null,
  leg: 0,
  basis: 'stated',
};

/** Provides rows in memory, and notes the names of the methods that are called on them. */
function openRows() {
  const undo: never[] = [];
  const { rows } = createMemoryOrders(undo);
  const calls: string[] = [];
  const orders = Object.fromEntries(
    Object.entries(rows).map(([name, method]) => [
      name,
      (...values: unknown[]) => {
        calls.push(name);
        return (method as (...all: unknown[]) => unknown)(...values);
      },
    ]),
  ) as unknown as OrderRows;
  const trading = { orders, ledger: createMemoryLedger(undo).rows, control: createMemoryControls(undo).rows };
  return { rows, calls, buffered: new BufferedOrder(trading) };
}

/** Makes the writes of all steps of an order that fills at once. */
function takeSteps({ insertOrder, updateOrder, findOrder, ...orders }: OrderRows): void {
  insertOrder(ORDER);
  orders.findScore(BOT.botId, BOT.mode);
  orders.insertScore(SCORE);
  orders.addToDay({ ...BOT, startMs: 0 }, { ...NO_SUMS, orders: 1 });
  updateOrder({ ...ORDER, state: 'submitted' });
  orders.insertFill(FILL);
  orders.updateScore({ ...SCORE, fills: 1 });
  orders.addToDay({ ...BOT, startMs: 0 }, { ...NO_SUMS, fills: 1, volumeMicroUsd: 6_000_000 });
  const score = orders.findScore(BOT.botId, BOT.mode) as ScoreRow;
  orders.updateActivity({ ...score, filled: 1 });
  updateOrder({ ...(findOrder(ORDER.orderId) ?? ORDER), state: 'filled' });
}

test('an order that takes all its steps is written once, in its last state', () => {
  const { rows, calls, buffered } = openRows();
  takeSteps(buffered.rows.orders);
  assert.deepEqual(calls, ['findScore']);
  buffered.store();
  assert.deepEqual(calls, ['findScore', 'insertOrder', 'insertFill', 'insertScore', 'addToDay']);
  assert.equal(rows.findOrder(ORDER.orderId)?.state, 'filled');
  assert.equal(rows.listFills(ORDER.orderId).length, 1);
  assert.deepEqual(rows.findScore(BOT.botId, BOT.mode), { ...SCORE, fills: 1, filled: 1 });
});

test('a changed gain stays changed when the counts change after it', () => {
  const { rows, calls, buffered } = openRows();
  rows.insertScore(SCORE);
  const { orders } = buffered.rows;
  orders.findScore(BOT.botId, BOT.mode);
  orders.updateScore({ ...SCORE, wins: 1 });
  orders.updateActivity({ ...SCORE, wins: 1, orders: 2 });
  buffered.store();
  assert.deepEqual(calls, ['findScore', 'updateScore']);
  assert.deepEqual(rows.findScore(BOT.botId, BOT.mode), { ...SCORE, wins: 1, orders: 2 });
});

test('a question that buffered rows cannot answer finds them written, and nothing is buffered after it', () => {
  const { rows, calls, buffered } = openRows();
  const { orders } = buffered.rows;
  takeSteps(orders);
  assert.deepEqual(
    orders.listFills(ORDER.orderId).map(({ fillId }) => fillId),
    ['0'],
  );
  orders.removeFill(FILL);
  assert.equal(rows.findOrder(ORDER.orderId)?.state, 'filled');
  assert.deepEqual(orders.listFills(ORDER.orderId), []);
  orders.updateOrder({ ...ORDER, state: 'rejected' });
  orders.updateScore({ ...SCORE, orders: 7 });
  assert.equal(rows.findOrder(ORDER.orderId)?.state, 'rejected');
  assert.equal(rows.findScore(BOT.botId, BOT.mode)?.orders, 7);
  const written = calls.length;
  buffered.store();
  assert.equal(calls.length, written);
});

test('a position is read once, and again after it changed', () => {
  const { calls, buffered } = openRows();
  const { orders } = buffered.rows;
  const market = { ...BOT, venue: ORDER.venue, storeKey: ORDER.storeKey };
  assert.equal(orders.findPosition(market), null);
  assert.equal(orders.findPosition(market), null);
  const row = { ...market, asset: ORDER.asset, size: '3', costMicroUsd: microUsd(6), openedAt: null };
  orders.insertPosition(row);
  assert.equal(orders.findPosition(market)?.size, '3');
  assert.deepEqual(calls, ['findPosition', 'insertPosition', 'findPosition']);
});
