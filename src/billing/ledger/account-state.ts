import { type MicroUsd, microUsd } from '../../domain/index.ts';
import { type AccountKind, parseAccountKind } from './chart.ts';

/** State of an account as a transaction reads it. Amounts in micro-USD. */
export interface AccountState {
  readonly kind: AccountKind;
  readonly balance: number;
  /** Amount that pending holds have set aside; owners only. */
  readonly held: number;
  /** Number of transfers that the account took part in. */
  readonly seq: number;
}

/** Returns the part of a balance that no hold reserves. */
export function getAvailable({ balance, held }: Pick<AccountState, 'balance' | 'held'>): MicroUsd {
  return microUsd(balance - held);
}

/**
 * Returns the debt of an owner. @param receivable The owner's receivable account, whose balance is negative while the
 * owner owes money.
 */
export function getOwed({ balance }: Pick<AccountState, 'balance'>): MicroUsd {
  return microUsd(0 - balance);
}

/** Creates the state of an account without transfers. */
export function createEmptyAccount(id: string): AccountState {
  return { kind: parseAccountKind(id), balance: 0, held: 0, seq: 0 };
}
