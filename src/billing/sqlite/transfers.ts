import { microUsd, NO_MONEY } from '../../domain/index.ts';
import type { Transaction } from '../../storage/sqlite/procedure.ts';
import { findOwner } from '../chart.ts';
import type { Posting, PostOutcome } from '../ledger.ts';
import { readAccount } from './accounts.ts';
import { repayDebts } from './repayments.ts';
import { storeTransfer } from './transfer-rows.ts';

/**
 * Posts one transfer. Money that reaches an owner repays what the owner owes first, by entries of their own in the
 * same transaction; the balances in the outcome are those after them.
 *
 * @param now Wall clock; the ledger's times never go backwards.
 */
export function postTransfer(tx: Transaction, posting: Posting, now: number): PostOutcome {
  const outcome = storeTransfer(tx, posting, now);
  if (outcome.status !== 'posted') return outcome;
  const owner = findOwner(posting.dst);
  const repaid = owner === null ? NO_MONEY : repayDebts(tx, owner, now);
  if (repaid === 0) return { ...outcome, repaid };
  const dst = microUsd(readAccount(tx, posting.dst).balance);
  return { ...outcome, balances: { ...outcome.balances, dst }, repaid };
}
