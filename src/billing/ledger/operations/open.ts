import type { LedgerHead, LedgerRows } from '../rows.ts';

/** Error: the ledger is closed for writes; the message is the reason. */
class LedgerClosedError extends Error {
  override readonly name = 'LedgerClosedError';
}

/** Whether an error is a {@link LedgerClosedError}. An error that crossed threads keeps only its name. */
export function isLedgerClosed(error: unknown): error is Error {
  return error instanceof Error && error.name === 'LedgerClosedError';
}

/** Returns the head of an open ledger. @throws {LedgerClosedError} when the ledger is closed for writes. */
export function requireOpen(rows: LedgerRows): LedgerHead {
  const head = rows.readHead();
  if (head.closedBecause !== null) throw new LedgerClosedError(head.closedBecause);
  return head;
}
