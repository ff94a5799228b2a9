import type { ApiError, ErrorCode } from './errors.ts';

/** Reasons why a call about money was refused: an error code, or `owes` for an owner who has to repay a debt first. */
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

/** Counts the failures that were sent to callers, by reason. All servers of a process share one instance. */
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
