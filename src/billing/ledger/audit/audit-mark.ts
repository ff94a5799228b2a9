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
 * Name of the file with the audit mark. The file is stored beside the database and is not part of a backup. A restored
 * database therefore contradicts the mark, or has none.
 */
const FILE = 'ledger-audit.mark';

/** Writes the mark of a clean audit. If the file cannot be written, the next start audits the whole ledger. */
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
    // The usual cause is a full disk, which has a check of its own.
    if (!isFileError(error)) throw error;
  }
}

/** Reads of the ledger for a comparison with the mark. */
export interface PastReads {
  findHash(transfer: number): Promise<Uint8Array | null>;
  findEnd(): Promise<AuditPosition>;
  /** Finds the newest audit that the database contains; null: none. */
  findLastAudit(): Promise<AuditMark | null>;
}

/** Adds the contradiction to earlier audits as the first finding of a report. */
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
 * Compares the ledger with the audits stored in the database itself: a forger who rewrites transfers may overlook them.
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
 * Copies the mark of a ledger state that was given up. The copy stays as evidence beside the new mark.
 *
 * @throws {Error} when the mark cannot be copied: it must not be overwritten then.
 */
export function keepAuditMark(dataDir: string, now: EpochMs): void {
  const file = path.join(dataDir, FILE);
  try {
    copyFileSync(file, `${file}.${now}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Reads the audit mark; null: the file is missing or unreadable, and the whole ledger has to be audited. */
function readAuditMark(dataDir: string): AuditMark | null {
  let text: string;
  try {
    text = readFileSync(path.join(dataDir, FILE), 'utf8');
  } catch (error) {
    if (isFileError(error)) return null;
    throw error;
  }
  // Marks of older versions have no time of the audit.
  const match = /^(\d{1,16}) ([0-9a-f]{64})(?: (\d{1,16}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, transfer, hash = '', at] = match;
  const time = at === undefined ? Number.NaN : Number(at);
  return { transfer: Number(transfer), hash, at: time <= MAX_EPOCH_MS ? time : null };
}

function toHex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
