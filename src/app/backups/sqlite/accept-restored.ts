import type { DatabaseSync } from 'node:sqlite';
import type { EpochMs } from '../../../domain/index.ts';

/** A ledger that was put back, beside the one that it replaces. */
export interface RestoredLedger {
  readonly at: EpochMs;
  /** Path of the copy. */
  readonly source: string;
  readonly lastTransfer: number;
  readonly lastHash: string;
  /** Of the ledger that was replaced; null: there was none, or it cannot be read. */
  readonly replaced: { readonly lastTransfer: number; readonly lastHash: string } | null;
}

/** Records in a copy that an operator put it back, in the words of the audit trail. A restore is accepted by it. */
export function acceptRestoredLedger(copy: DatabaseSync, restored: RestoredLedger): void {
  const { at, source, lastTransfer, lastHash, replaced } = restored;
  const detail = JSON.stringify({ source, lastTransfer, lastHash, replaced });
  copy
    .prepare('INSERT INTO admin_action (at, address, action, target, detail) VALUES (?, ?, ?, ?, ?)')
    .run(at, 'command line', 'ledger.restored', null, detail);
}
