import type { ApiError, ErrorCode } from './errors.ts';

/** Why a call about money was refused: the error code, or `owes` for an owner whose debt comes first. */
export const MONEY_REASONS = [
  'bad_signature',
  'insufficient_balance',
  'owes',
  'deposit_not_found',
  'invalid_code',
  'code_expired',
  'kill_switch',
  'ref_conflict',
  'provider_not_configured',
  'ledger_unavailable',
] as const satisfies readonly (ErrorCode | 'owes')[];

/** Counts the failures that callers were sent, by reason. One is shared by the servers of a process. */
export class Refusals {
  readonly #counts = new Map<ErrorCode | 'owes', number>();

  count({ code, extra }: Pick<ApiError, 'code' | 'extra'>): void {
    const reason = extra.reason === 'owes' ? 'owes' : code;
    this.#counts.set(reason, this.get(reason) + 1);
  }

  get(reason: ErrorCode | 'owes'): number {
    return this.#counts.get(reason) ?? 0;
  }
}
