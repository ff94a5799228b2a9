import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AuditReport } from '../../billing/ledger/ledger-views.ts';
import { auditWhole } from '../../billing/ledger/sql/audit-queries.ts';
import { HISTORY_FILE } from '../../history/sqlite/database.ts';
import { type Verification, verifyHistory } from '../../history/sqlite/verify.ts';
import { type TapeVerification, verifyTape } from '../../history/tape/sqlite/verify-tape.ts';
import { openReader, SERVICE_FILE } from '../../storage/sqlite/open.ts';
import { checkCopy } from './check-copy.ts';
import { DamagedBackupError } from './errors.ts';
import type { Manifest } from './manifest.ts';

/** Result of reading a copy from its first byte to its last. */
export interface CopyVerification {
  /** Manifest of the copy; null: the copy was made by version 1.1.0, or by hand. */
  readonly manifest: Manifest | null;
  readonly files: number;
  /** Report of the history's check; null: the copy has no history. */
  readonly history: Verification | null;
  /** Report of the check of the tape, with no files when the copy has no tape. */
  readonly tape: TapeVerification;
  /** Report of the audit; null: the copy has no ledger. */
  readonly audit: AuditReport | null;
}

/**
 * Reads every file of a copy, checks every checksum of its history and tape, and replays its ledger. Writes nothing.
 *
 * @throws {BackupRefusedError | DamagedBackupError | ForeignLogError} as {@link checkCopy}, and when its ledger is
 * broken.
 */
export async function verifyCopy(directory: string): Promise<CopyVerification> {
  const { manifest, files } = await checkCopy(directory);
  const audit = existsSync(path.join(directory, SERVICE_FILE)) ? await auditCopy(directory) : null;
  const file = path.join(directory, HISTORY_FILE);
  const history = existsSync(file) ? verifyHistory(directory) : null;
  return { manifest, files: files.length, history, tape: verifyTape(directory), audit };
}

async function auditCopy(directory: string): Promise<AuditReport> {
  const db = openReader(directory);
  try {
    const audit = await auditWhole(db);
    const [finding] = audit.findings;
    if (finding === undefined) return audit;
    throw new DamagedBackupError(`the ledger of ${directory} is broken: ${finding.message}`);
  } finally {
    db.close();
  }
}
