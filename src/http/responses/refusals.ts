import type { ErrorCode } from './errors.ts';

/** Refusals that concern money, in the order of the table of errors. */
export const MONEY_CODES = [
  'bad_signature',
  'insufficient_balance',
  'deposit_not_found',
  'invalid_code',
  'code_expired',
  'kill_switch',
  'ref_conflict',
  'provider_not_configured',
  'ledger_unavailable',
] as const satisfies readonly ErrorCode[];

/** Counts the failures that callers were sent, by code. One is shared by the servers of a process. */
export class Refusals {
  readonly #counts = new Map<ErrorCode, number>();

  count(code: ErrorCode): void {
    this.#counts.set(code, this.get(code) + 1);
  }

  get(code: ErrorCode): number {
    return this.#counts.get(code) ?? 0;
  }
}
