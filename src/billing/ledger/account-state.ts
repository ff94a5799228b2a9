import { type MicroUsd, microUsd, NO_MONEY } from '../../domain/index.ts';
import { type AccountId, type AccountKind, parseAccountKind } from './chart.ts';

/** State of an account as a transaction reads it. Amounts in micro-USD. */
export interface AccountState {
  readonly kind: AccountKind;
  readonly balance: MicroUsd;
  /** Amount that pending holds have set aside; owners only. */
  readonly held: MicroUsd;
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
export function createEmptyAccount(id: AccountId): AccountState {
  return { kind: parseAccountKind(id), balance: NO_MONEY, held: NO_MONEY, seq: 0 };
}
