import type { LedgerHead, LedgerRows } from '../rows.ts';

/** An audit has closed the ledger; the message is its reason. */
export class LedgerClosedError extends Error {
  override readonly name = 'LedgerClosedError';
}

/** Whether an error says that the ledger is closed: of an error that crossed threads, only the name is left. */
export function isLedgerClosed(error: unknown): error is Error {
  return error instanceof Error && error.name === 'LedgerClosedError';
}

/** @throws {LedgerClosedError} when the ledger takes no writes. */
export function requireOpen(rows: LedgerRows): LedgerHead {
  const head = rows.readHead();
  if (head.closedBecause !== null) throw new LedgerClosedError(head.closedBecause);
  return head;
}
