import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type EpochMs, MAX_EPOCH_MS } from '../../../domain/index.ts';
import { isFileError } from '../../../storage/file-error.ts';
import { type AuditFinding, type AuditReport, MAX_FINDINGS } from '../ledger-views.ts';
import type { AuditPosition } from './audit-queries.ts';
import {
  type AuditMark,
  decidePast,
  describePast,
  type PastCheck,
  type PastFacts,
  type PastMismatch,
} from './past-decision.ts';

/**
 * Name of the mark's file. The file lies beside the database and in no backup of it, so a restored database meets a
 * mark that it does not fit, or none.
 */
const FILE = 'ledger-audit.mark';

/** Writes the mark of a clean audit. One that cannot be written costs the next start a whole audit. */
export function writeAuditMark(
  dataDir: string,
  { lastTransfer, lastHash }: AuditPosition,
  now: EpochMs,
): void {
  const file = path.join(dataDir, FILE);
  try {
    writeFileSync(`${file}.part`, `${lastTransfer} ${Buffer.from(lastHash).toString('hex')} ${now}\n`, {
      mode: 0o600,
    });
    renameSync(`${file}.part`, file);
  } catch (error) {
    // A full disk, most often, which the check of the disk reports.
    if (!isFileError(error)) throw error;
  }
}

/** Reads of the ledger that a comparison with the mark needs. */
export interface PastReads {
  findHash(transfer: number): Promise<Uint8Array | null>;
  findEnd(): Promise<AuditPosition>;
  /** The newest audit that the database has; null: none. */
  findLastAudit(): Promise<AuditMark | null>;
}

/** The report with the finding that the ledger does not fit its past, which comes first. */
export function addPast(report: AuditReport, { mismatch }: PastCheck): AuditReport {
  if (mismatch === null) return report;
  const past: AuditFinding = { invariant: 'past', message: describePast(mismatch) };
  return { ...report, findings: [past, ...report.findings].slice(0, MAX_FINDINGS) };
}

/** Compares the ledger with the last audited transfer that this data directory has seen. */
export async function checkAuditMark(dataDir: string, reads: PastReads): Promise<PastCheck> {
  const mark = readAuditMark(dataDir);
  const mismatch =
    (mark === null ? null : await findMismatch(mark, reads)) ?? (await findStoredMismatch(reads));
  return { fits: mark !== null && mismatch === null, mismatch };
}

/**
 * Finds a contradiction to the audits that the database has seen itself: a forger who rewrites transfers may overlook
 * the audits.
 */
async function findStoredMismatch(reads: PastReads): Promise<PastMismatch | null> {
  const last = await reads.findLastAudit();
  return last === null ? null : findMismatch(last, reads);
}

async function findMismatch(mark: AuditMark, reads: PastReads): Promise<PastMismatch | null> {
  const found = mark.transfer === 0 ? null : await reads.findHash(mark.transfer);
  const { lastTransfer, lastHash } = await reads.findEnd();
  const facts: PastFacts = {
    mark,
    hashAtMark: found === null ? null : toHex(found),
    end: { transfer: lastTransfer, hash: toHex(lastHash) },
  };
  return decidePast(facts);
}

/**
 * Keeps the mark of a past that was given up, beside the new one.
 *
 * @throws {Error} when it cannot be copied: evidence is not overwritten.
 */
export function keepAuditMark(dataDir: string, now: EpochMs): void {
  const file = path.join(dataDir, FILE);
  try {
    copyFileSync(file, `${file}.${now}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Reads the audit mark; null: none, or none that can be read, which vouches for nothing: the whole ledger is
 * audited.
 */
function readAuditMark(dataDir: string): AuditMark | null {
  let text: string;
  try {
    text = readFileSync(path.join(dataDir, FILE), 'utf8');
  } catch (error) {
    if (isFileError(error)) return null;
    throw error;
  }
  // Marks of older versions have no time.
  const match = /^(\d{1,16}) ([0-9a-f]{64})(?: (\d{1,16}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, transfer, hash = '', at] = match;
  const time = at === undefined ? Number.NaN : Number(at);
  return { transfer: Number(transfer), hash, at: time <= MAX_EPOCH_MS ? time : null };
}

function toHex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
