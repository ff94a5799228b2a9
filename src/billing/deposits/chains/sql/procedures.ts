import { bindOperations } from '../../../../storage/procedure.ts';
import { ledgerRows } from '../../../sql/rows.ts';
import { depositRows } from '../../sql/deposit-rows.ts';
import { assignAddress, registerWallet } from '../operations/addresses.ts';
import { takeStep } from '../operations/step.ts';
import { chainRows } from './chain-rows.ts';

export const procedures = bindOperations(
  import.meta.url,
  [takeStep, registerWallet, assignAddress],
  (tx) => ({ ledger: ledgerRows(tx), deposits: depositRows(tx), chains: chainRows(tx) }),
);
