import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, microUsd, NO_MONEY } from '../../../domain/index.ts';
import type { Arrival } from '../deposit.ts';
import type { NewDeposit } from '../rows.ts';
import type { ChainPosition } from './chain-step.ts';
import { decideStep, isCurrentStep, type OwnedTransfer } from './step-decision.ts';
import type { JudgedTransfer, Step } from './step-request.ts';

const TREASURY = 'treasury';
const CAP = microUsd(10);

const STEP: Step = {
  scope: 'chain:8453',
  stream: '',
  chain: 'base',
  family: 'evm',
  treasuries: [TREASURY],
  readAgain: null,
  minDeposit: NO_MONEY,
  from: { position: 4, mark: 'd' },
  to: { position: 9, mark: 'i' },
  transfers: [],
  limits: { perDeposit: microUsd(100), perDay: microUsd(250) },
  firstDepositCap: CAP,
  now: epochMs(1_000),
};

/** Creates a transfer. @param place Hash of the transaction and number of the transfer in it: `tx1:7`. */
function createTransfer(place: string, changes: Partial<JudgedTransfer> = {}): JudgedTransfer {
  const [txHash = '', logIndex] = place.split(':');
  return {
    idem: place,
    symbol: 'USDC',
    token: '0xusdc',
    from: 'sender',
    to: TREASURY,
    amount: '5',
    microUsd: microUsd(5),
    txHash,
    logIndex: Number(logIndex),
    position: 7,
    minedAfter: 900,
    isSanctioned: false,
    ...changes,
  };
}

const own = (transfer: JudgedTransfer): OwnedTransfer => ({
  transfer,
  attribution: { kind: 'owner', owner: 'ann' },
});

/** Creates the deposit that was recorded for a transfer. */
function createDeposit({ idem, symbol, from, amount, txHash }: JudgedTransfer): NewDeposit {
  return { idem, token: symbol, from, amount, txHash } as NewDeposit;
}

/** Decides a step in which all transfers are deposits. @returns Keys of the recorded transfers. */
function decideKeys(transfers: readonly JudgedTransfer[], recorded: readonly JudgedTransfer[]): string[] {
  const step = { ...STEP, transfers };
  const { arrivals } = decideStep(step, transfers.map(own), recorded.map(createDeposit));
  return arrivals.map(({ key }) => key.idem);
}

test('a step counts when it was read from the stored position', () => {
  const [at, other, unmarked] = [
    { position: 4, mark: 'd' },
    { position: 4, mark: 'e' },
    { position: 4, mark: null },
  ];
  const rows: [from: ChainPosition | null, stored: ChainPosition | null, isCurrent: boolean][] = [
    [null, null, true],
    [at, at, true],
    [unmarked, unmarked, true],
    [at, null, false],
    [null, at, false],
    [at, other, false],
    [at, unmarked, false],
    [at, { position: 5, mark: 'd' }, false],
  ];
  for (const [i, [from, stored, isCurrent]] of rows.entries()) {
    assert.equal(isCurrentStep({ from }, stored), isCurrent, `row ${i + 1}`);
  }
});

test('a transfer that a reorganisation moved within its transaction is no deposit again', () => {
  const transfer = createTransfer('tx1:7');
  const moved = createTransfer('tx1:5');
  const rows: [transfers: JudgedTransfer[], recorded: JudgedTransfer[], keys: string[]][] = [
    [[transfer], [], ['tx1:7']],
    [[transfer], [moved], []],
    // The transfer is recorded under its own key, so it changes nothing.
    [[transfer], [transfer], ['tx1:7']],
    [[transfer], [transfer, moved], ['tx1:7']],
    // The recorded transfer is part of the same step, so both happened.
    [[moved, transfer], [moved], ['tx1:5', 'tx1:7']],
    // A different transaction, token, sender or amount means a different transfer.
    [[transfer], [createTransfer('tx2:5')], ['tx1:7']],
    [[transfer], [{ ...moved, symbol: 'USDT' }], ['tx1:7']],
    [[transfer], [{ ...moved, from: 'other' }], ['tx1:7']],
    [[transfer], [{ ...moved, amount: '6' }], ['tx1:7']],
  ];
  for (const [i, [transfers, recorded, keys]] of rows.entries()) {
    assert.deepEqual(decideKeys(transfers, recorded), keys, `row ${i + 1}`);
  }
});

test('the position moves with the last part of a range, and the first one is kept for good', () => {
  const { from, to } = STEP;
  const rows: [from: ChainPosition | null, to: ChainPosition | null, streams: string[]][] = [
    [from, to, ['']],
    [null, to, ['', '#first']],
    [from, null, []],
    [null, null, []],
  ];
  for (const [from, to, streams] of rows) {
    const { positions } = decideStep({ ...STEP, from, to }, [], []);
    assert.deepEqual(
      positions,
      streams.map((stream) => ({ stream, ...to })),
    );
  }
});

test('an arrival has the limit for first deposits when a wallet sent it to the treasury', () => {
  const common: Arrival = {
    key: { scope: 'chain:8453', idem: 'tx1:7' },
    source: 'chain',
    account: 'asset:chain:base:USDC',
    ref: 'base:tx1:7',
    attribution: { kind: 'owner', owner: 'ann' },
    currency: 'USDC',
    amount: '5',
    microUsd: microUsd(5),
    isSanctioned: false,
    chain: 'base',
    token: 'USDC',
    txHash: 'tx1',
  };
  const rows: [changes: Partial<JudgedTransfer>, arrival: Arrival][] = [
    [{}, { ...common, firstDepositCap: CAP, sender: 'sender', logIndex: 7 }],
    [{ to: 'address' }, { ...common, sender: 'sender', logIndex: 7 }],
    [{ to: 'address', from: null, logIndex: null }, common],
  ];
  for (const [changes, arrival] of rows) {
    const { arrivals } = decideStep(STEP, [own(createTransfer('tx1:7', changes))], []);
    assert.deepEqual(arrivals, [arrival]);
  }
});
