import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFileError } from '../../storage/file-error.ts';
import type { AuditPosition } from './audit-queries.ts';

/** Beside the database, and in no backup of it: a file that was restored meets a mark it does not fit, or none. */
const FILE = 'ledger-audit.mark';

/** Writes the mark of a clean audit. One that cannot be written costs the next start a whole audit. */
export function writeAuditMark(dataDir: string, { lastTransfer, lastHash }: AuditPosition): void {
  const file = path.join(dataDir, FILE);
  try {
    writeFileSync(`${file}.part`, `${lastTransfer} ${Buffer.from(lastHash).toString('hex')}\n`, {
      mode: 0o600,
    });
    renameSync(`${file}.part`, file);
  } catch (error) {
    // A full disk, most often, which the check of the disk reports.
    if (!isFileError(error)) throw error;
  }
}

/** Whether the ledger contains the last audited transfer. An older copy of it does not. */
export async function fitsAuditMark(
  dataDir: string,
  findHash: (transfer: number) => Promise<Uint8Array | null>,
): Promise<boolean> {
  let text: string;
  try {
    text = readFileSync(path.join(dataDir, FILE), 'utf8');
  } catch (error) {
    // A mark that cannot be read vouches for nothing: the whole ledger is audited.
    if (isFileError(error)) return false;
    throw error;
  }
  const [id = '', hash = ''] = text.trim().split(' ');
  if (id === '0') return true;
  const found = await findHash(Number(id));
  return found !== null && Buffer.from(found).toString('hex') === hash;
}
