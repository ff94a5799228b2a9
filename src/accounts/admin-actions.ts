import type { EpochMs } from '../domain/index.ts';

/** Stands for the caller's address in actions of a command that works on the data directory directly. */
export const COMMAND_LINE = 'command line';

/** A record of an operator's action, stored together with the change. It contains no secrets. */
export interface AdminAction {
  readonly at: EpochMs;
  /** Address of the caller, or {@link COMMAND_LINE}. */
  readonly address: string;
  readonly action: string;
  readonly target: string | null;
  readonly detail: string | null;
}

/** A stored action with its id, which is higher for later actions. */
export interface StoredAction extends AdminAction {
  readonly id: number;
}

/** Actions whose target is an owner. */
const OF_OWNERS: readonly string[] = ['credit', 'credit.writeoff', 'debit', 'wallets.remove'];

/** Finds the owner whom an action concerned; null: no owner. */
export function findActionOwner({ action, target }: Pick<AdminAction, 'action' | 'target'>): string | null {
  return OF_OWNERS.includes(action) ? target : null;
}
