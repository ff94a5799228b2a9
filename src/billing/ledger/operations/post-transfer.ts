import { type EpochMs, microUsd, NO_MONEY } from '../../../domain/index.ts';
import { findOwner } from '../chart.ts';
import type { Posting, PostOutcome } from '../posting.ts';
import type { LedgerRows } from '../rows.ts';
import { repayDebts } from './repayments.ts';
import { storeTransfer } from './store-transfer.ts';

/**
 * Posts one transfer. Money that reaches an owner first repays the owner's debts, by separate entries in the same
 * transaction; the balances in the outcome are those after the repayments.
 *
 * @param now Wall clock, epoch ms; a transfer never gets a time before that of the transfer before it.
 */
export function postTransfer(rows: LedgerRows, posting: Posting, now: EpochMs): PostOutcome {
  const outcome = storeTransfer(rows, posting, now);
  if (outcome.status !== 'posted') return outcome;
  const owner = findOwner(posting.dst);
  if (owner === null) return { ...outcome, owed: NO_MONEY };
  const { repaid, owed } = repayDebts(rows, owner, now);
  const { src, dst } = outcome.balances;
  return { ...outcome, balances: { src, dst: microUsd(dst - repaid) }, owed };
}
