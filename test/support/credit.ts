import { ADJUST_ADMIN, toOwnerAccount } from '../../src/billing/ledger/chart.ts';
import type { Ledger } from '../../src/billing/ledger/ledger.ts';
import { microUsd } from '../../src/domain/index.ts';

/**
 * Gives an owner money, as the operator does.
 *
 * @param amount In micro-USD.
 * @param idem The key of the credit: a second one of the same key gives nothing.
 */
export async function giveCredit(
  ledger: Pick<Ledger, 'post'>,
  owner: string,
  amount: number,
  idem = 'start',
): Promise<void> {
  await ledger.post({
    scope: 'admin.credit',
    idem,
    type: 'admin_credit',
    src: ADJUST_ADMIN,
    dst: toOwnerAccount(owner),
    amount: microUsd(amount),
    ref: idem,
  });
}
