import { bindOperations } from '../../../../storage/procedure.ts';
import { prepareLedgerRows } from '../../../sql/rows.ts';
import { prepareDepositRows } from '../../sql/deposit-rows.ts';
import { assignAddress, registerWallet } from '../operations/addresses.ts';
import { takeStep } from '../operations/step.ts';
import { prepareChainRows } from './chain-rows.ts';

export const procedures = bindOperations(
  import.meta.url,
  [takeStep, registerWallet, assignAddress],
  (tx) => ({ ledger: prepareLedgerRows(tx), deposits: prepareDepositRows(tx), chains: prepareChainRows(tx) }),
);
