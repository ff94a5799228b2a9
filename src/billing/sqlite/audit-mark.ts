import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Statements } from '../../storage/sqlite/procedure.ts';

/** Beside the database, and in no backup of it: a file that was restored meets a mark it does not fit, or none. */
const FILE = 'ledger-audit.mark';

/** Up to where an audit found everything in order. */
export interface AuditMark {
  readonly lastTransfer: number;
  /** Hex. */
  readonly lastHash: string;
}

/** Writes the mark of a clean audit. One that cannot be written costs the next start a whole audit. */
export function writeAuditMark(dataDir: string, { lastTransfer, lastHash }: AuditMark): void {
  const file = path.join(dataDir, FILE);
  try {
    writeFileSync(`${file}.part`, `${lastTransfer} ${lastHash}\n`, { mode: 0o600 });
    renameSync(`${file}.part`, file);
  } catch {
    // A full disk, most often; it is reported where it hurts.
  }
}

/** Whether the ledger contains what was audited last. An older copy of it does not. */
export function fitsAuditMark(dataDir: string, reads: Statements): boolean {
  let text: string;
  try {
    text = readFileSync(path.join(dataDir, FILE), 'utf8');
  } catch {
    return false;
  }
  const [id = '', hash = ''] = text.trim().split(' ');
  if (id === '0') return true;
  const row = reads.get('SELECT hash FROM transfer WHERE id = ?').get(Number(id)) as
    | { hash: Uint8Array }
    | undefined;
  return row !== undefined && Buffer.from(row.hash).toString('hex') === hash;
}
