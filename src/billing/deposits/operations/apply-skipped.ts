import { microUsd } from '../../../domain/index.ts';
import { toAssetAccount } from '../../ledger/chart.ts';
import { type ApplyStep, refuseDecision } from '../../review/operations/apply-step.ts';
import type { ReviewItem } from '../../review/review-item.ts';
import { CHAIN_SOURCE, type DepositLimits } from '../deposit.ts';
import { recordDeposit } from './record.ts';

/** No limits: a person has decided about the money. */
const NO_LIMITS: DepositLimits = {
  perDeposit: microUsd(Number.MAX_SAFE_INTEGER),
  perDay: microUsd(Number.MAX_SAFE_INTEGER),
};

/**
 * Credits the money that a person found in an unreadable transaction. The transaction is never read again, so that it
 * counts once. Its token is not known, so the money comes from the separate account `asset:chain:<chain>:skipped`.
 */
export const applySkipped: ApplyStep = (rows, item, { owner, amount }, now) => {
  if (owner === null) return refuseDecision('owner', 'the owner of the transaction is not known: name one');
  if (amount === null || amount === 0) {
    return refuseDecision('microUsd', 'the amount of the transaction is not known: name it');
  }
  const { scope, tx } = parseSubject(item);
  const chain = String(item.known.chain);
  const { deposit } = recordDeposit(
    { rows, limits: NO_LIMITS, now },
    {
      key: { scope, idem: `${tx}:skipped` },
      source: CHAIN_SOURCE,
      account: toAssetAccount(`chain:${chain}:skipped`),
      ref: `${chain}:${tx}`,
      attribution: { kind: 'owner', owner },
      currency: 'USD',
      amount: (amount / 1_000_000).toFixed(6).replace(/\.?0+$/, ''),
      microUsd: amount,
      chain,
      txHash: tx,
    },
  );
  if (deposit.state !== 'credited') {
    return refuseDecision(
      'microUsd',
      'the amount is too large: the sum of all balances could not be counted exactly',
    );
  }
  return { owner, moved: amount };
};

/** Splits a subject at its last colon: scopes contain colons, names of transactions do not. */
function parseSubject({ subject }: ReviewItem): { readonly scope: string; readonly tx: string } {
  const at = subject.lastIndexOf(':');
  return { scope: subject.slice(0, at), tx: subject.slice(at + 1) };
}
