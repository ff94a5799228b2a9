import type { AdminAction } from '../../accounts/admin-actions.ts';
import { acceptPast } from '../../accounts/operations/operator.ts';
import type { PastKind } from '../../billing/ledger/audit/past-decision.ts';
import type { Ledger } from '../../billing/ledger/ledger.ts';
import type { AuditFinding } from '../../billing/ledger/ledger-views.ts';
import type { Clock } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';

/** Outcomes of accepting a ledger, in order of precedence. */
export type AcceptOutcome =
  /** The ledger agrees with its past, so that it is not closed. */
  | { readonly status: 'nothing_closed' }
  /** The ledger differs from its past in another way than the given one. */
  | { readonly status: 'other_kind'; readonly kind: PastKind; readonly message: string }
  /** The typed hash is not that of the last transfer. */
  | { readonly status: 'other_hash'; readonly lastHash: string }
  /** The ledger has other errors too, so it stays closed. */
  | { readonly status: 'broken'; readonly findings: readonly AuditFinding[] }
  | { readonly status: 'accepted'; readonly lastTransfer: number; readonly lastHash: string };

export interface AcceptOptions {
  readonly ledger: Pick<Ledger, 'findPast' | 'auditAsItIs' | 'replaceMark'>;
  /** Database opened for this purpose only, because the one behind the ledger is closed. */
  readonly database: ServiceDatabase;
  readonly clock: Clock;
  readonly by: Pick<AdminAction, 'address'>;
}

export interface AcceptRequest {
  readonly kind: PastKind;
  /** Hash of the last transfer, as a person typed it; null: the hash is not required. */
  readonly hash: string | null;
}

/**
 * Opens a ledger that does not agree with its past, and stores an audit row and an item of the review. The audit mark
 * remains. A repeated call, for example after a crash, is safe.
 */
export async function acceptLedger(
  { ledger, database, clock, by }: AcceptOptions,
  { kind, hash }: AcceptRequest,
): Promise<AcceptOutcome> {
  const past = await ledger.findPast();
  if (past === null) return { status: 'nothing_closed' };
  const { message } = past;
  if (past.kind !== kind) return { status: 'other_kind', kind: past.kind, message };
  const report = await ledger.auditAsItIs();
  const { lastTransfer, lastHash, findings } = report;
  if (hash !== null && hash.toLowerCase() !== lastHash) return { status: 'other_hash', lastHash };
  if (findings.length > 0) return { status: 'broken', findings };
  const action: AdminAction = { ...by, at: clock(), action: 'ledger.accept', target: kind, detail: message };
  await database.transact(acceptPast, { past: { kind, message, lastTransfer, lastHash }, by: action });
  await ledger.replaceMark(report);
  return { status: 'accepted', lastTransfer, lastHash };
}
