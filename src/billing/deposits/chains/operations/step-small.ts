import Big from 'big.js';
import { microUsd } from '../../../../domain/index.ts';
import { REVIEW_UNATTRIBUTED } from '../../../ledger/chart.ts';
import { postTransfer } from '../../../ledger/operations/post-transfer.ts';
import { requirePosted } from '../../../ledger/operations/store-transfer.ts';
import type { Arrival } from '../../deposit.ts';
import { CHAIN_SOURCE } from '../../deposit.ts';
import { openDepositItem } from '../../operations/follow-deposit.ts';
import { findDay, recordDeposit } from '../../operations/record.ts';
import type { DepositRow } from '../../rows.ts';
import { type OwnedTransfer, toTokenAccount } from '../step-decision.ts';
import type { Step } from '../step-request.ts';
import type { StepRows } from './step-rows.ts';

/** Sum of the small amounts of one token. */
interface SmallSum {
  readonly symbol: string;
  readonly amount: Big;
  readonly microUsd: number;
}

/**
 * Sums up small transfers of unknown senders: one deposit for each chain, token and day, which grows while it waits for
 * a person. Each transaction is counted once, however often it is read.
 *
 * @param small Transfers of transactions that were not counted before.
 */
export function recordSmall(rows: StepRows, step: Step, small: readonly OwnedTransfer[]): void {
  for (const [symbol, some] of Map.groupBy(small, ({ transfer }) => transfer.symbol)) {
    const sum: SmallSum = {
      symbol,
      amount: some.reduce((total, { transfer }) => total.plus(transfer.amount), new Big(0)),
      microUsd: some.reduce((total, { transfer }) => total + (transfer.microUsd ?? 0), 0),
    };
    const first = some[0]!.transfer.idem;
    addToDay(rows, step, sum, first);
  }
  const hashes = new Set(small.map(({ transfer }) => transfer.txHash));
  for (const hash of hashes) rows.chains.insertSmall(step.scope, hash);
}

function addToDay(rows: StepRows, step: Step, sum: SmallSum, first: string): void {
  const day = new Date(findDay(step.now)[0]).toISOString().slice(0, 10);
  for (let n = 1; ; n++) {
    const idem = `small:${day}:${sum.symbol}${n === 1 ? '' : `:${n}`}`;
    const row = rows.deposits.findByKey({ scope: step.scope, idem });
    if (row !== null && row.state !== 'unattributed') continue;
    if (row === null)
      recordDeposit({ rows, limits: step.limits, now: step.now }, buildArrival(step, sum, idem));
    else grow(rows, step, row, sum, `${idem}+${first}`);
    return;
  }
}

function grow(
  { ledger, deposits, review }: StepRows,
  step: Step,
  row: DepositRow,
  sum: SmallSum,
  idem: string,
): void {
  const posting = {
    ...({ scope: step.scope, idem, type: 'held', amount: microUsd(sum.microUsd) } as const),
    src: row.account,
    dst: REVIEW_UNATTRIBUTED,
    ref: `${step.chain}:${row.idem}`,
  } as const;
  requirePosted(postTransfer(ledger, posting, step.now), 'the transfer of small amounts');
  const amount = new Big(row.amount).plus(sum.amount).toFixed();
  const grown = { ...row, amount, microUsd: (row.microUsd ?? 0) + sum.microUsd };
  deposits.grow(grown);
  openDepositItem(review, grown, row.createdAt);
}

function buildArrival({ scope, chain }: Step, sum: SmallSum, idem: string): Arrival {
  return {
    key: { scope, idem },
    source: CHAIN_SOURCE,
    account: toTokenAccount(chain, sum.symbol),
    ref: `${chain}:${idem}`,
    attribution: { kind: 'unknown', reason: 'unknown_sender' },
    currency: sum.symbol,
    amount: sum.amount.toFixed(),
    microUsd: microUsd(sum.microUsd),
    chain,
    token: sum.symbol,
  };
}
