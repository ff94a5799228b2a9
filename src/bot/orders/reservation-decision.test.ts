import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microUsd } from '../../domain/index.ts';
import type { BotOrder } from './order.ts';
import {
  decideReservation,
  type ReservationDecision,
  type ReservationFacts,
} from './reservation-decision.ts';

const FEE = microUsd(10);
const EARLIER = { orderId: 'ord_1' } as BotOrder;
const ENOUGH = { balance: microUsd(30), held: microUsd(20), owed: microUsd(0) };
const OPENING = { kind: 'open', opensMicroUsd: microUsd(5) } as const;
const FREE: ReservationFacts = {
  earlier: null,
  isHalted: false,
  money: ENOUGH,
  isClose: false,
  isBusy: false,
  opening: OPENING,
};
const RESERVED: ReservationDecision = { status: 'reserve', isOnDebt: false, opening: OPENING };

test('an order is reserved, or refused for the first reason that applies', () => {
  const rows: [facts: Partial<ReservationFacts>, expected: ReservationDecision][] = [
    [{}, RESERVED],
    [
      { earlier: EARLIER, isHalted: true, money: null },
      { status: 'duplicate', order: EARLIER },
    ],
    [{ isHalted: true, money: { ...ENOUGH, owed: microUsd(5) } }, { status: 'halted' }],
    [{ money: null }, RESERVED],
    [{ opening: { kind: 'halted' } }, { status: 'halted' }],
    [{ isBusy: true }, { status: 'busy' }],
    [
      { money: { ...ENOUGH, owed: microUsd(5) }, isClose: true },
      { ...RESERVED, isOnDebt: true },
    ],
    [
      { money: { ...ENOUGH, held: microUsd(21) } },
      { status: 'insufficient', balance: microUsd(30), available: microUsd(9), owed: microUsd(0) },
    ],
    [
      { money: { ...ENOUGH, owed: microUsd(5) } },
      { status: 'insufficient', balance: microUsd(30), available: FEE, owed: microUsd(5) },
    ],
  ];
  for (const [i, [facts, expected]] of rows.entries()) {
    assert.deepEqual(decideReservation(FEE, { ...FREE, ...facts }), expected, `row ${i + 1}`);
  }
});
