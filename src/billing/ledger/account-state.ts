import { type MicroUsd, microUsd } from '../../domain/index.ts';
import { type AccountKind, parseAccountKind } from './chart.ts';

/** An account as it was read within the transaction. Amounts in micro-USD. */
export interface AccountState {
  readonly kind: AccountKind;
  readonly balance: number;
  /** Amount that pending holds have set aside; owners only. */
  readonly held: number;
  /** Number of transfers that the account took part in. */
  readonly seq: number;
}

/** The part of a balance that no hold sets aside. */
export function getAvailable({ balance, held }: Pick<AccountState, 'balance' | 'held'>): MicroUsd {
  return microUsd(balance - held);
}

/** The debt of an owner. @param receivable The owner's receivable account, whose balance is negative while the owner owes. */
export function getOwed({ balance }: Pick<AccountState, 'balance'>): MicroUsd {
  return microUsd(0 - balance);
}

/** An account that no transfer has touched. */
export function createEmptyAccount(id: string): AccountState {
  return { kind: parseAccountKind(id), balance: 0, held: 0, seq: 0 };
}
