import type { EpochMs } from '../domain/index.ts';

/** Address of a command that works on the data directory itself. */
export const COMMAND_LINE = 'command line';

/** A record of an operator's action. Stored together with the change; contains no secrets. */
export interface AdminAction {
  readonly at: EpochMs;
  /** Address of the caller, or {@link COMMAND_LINE}. */
  readonly address: string;
  readonly action: string;
  readonly target: string | null;
  readonly detail: string | null;
}

/** An action with its number, which ascends. */
export interface StoredAction extends AdminAction {
  readonly id: number;
}

/** Actions whose target is an owner. */
const OF_OWNERS: readonly string[] = ['credit', 'credit.writeoff', 'debit', 'wallets.remove'];

/** The owner whom an action concerned; null: none, or its target says so. */
export function findActionOwner({ action, target }: Pick<AdminAction, 'action' | 'target'>): string | null {
  return OF_OWNERS.includes(action) ? target : null;
}
