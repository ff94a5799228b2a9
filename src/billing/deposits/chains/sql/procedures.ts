import { bindOperations } from '../../../../storage/procedure.ts';
import { prepareLedgerRows } from '../../../ledger/sql/rows.ts';
import { prepareReviewRows } from '../../../review/sql/review-rows.ts';
import { prepareDepositRows } from '../../sql/deposit-rows.ts';
import { assignAddress } from '../operations/addresses.ts';
import { keepTreasuries, noteTried, skipUnreadable } from '../operations/reading.ts';
import { recordStep } from '../operations/step.ts';
import { challengeWallet, registerWallet, removeOwnWallet } from '../operations/wallets.ts';
import { prepareChainRows } from './chain-rows.ts';

export const procedures = bindOperations(
  import.meta.url,
  [
    recordStep,
    registerWallet,
    removeOwnWallet,
    challengeWallet,
    assignAddress,
    keepTreasuries,
    noteTried,
    skipUnreadable,
  ],
  (tx) => ({
    ledger: prepareLedgerRows(tx),
    deposits: prepareDepositRows(tx),
    review: prepareReviewRows(tx),
    chains: prepareChainRows(tx),
  }),
);
