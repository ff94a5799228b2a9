import { existsSync, statSync } from 'node:fs';
import { chmod, constants, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeAuditMark } from '../../billing/ledger/audit/audit-mark.ts';
import type { AuditReport } from '../../billing/ledger/ledger-views.ts';
import { auditWhole } from '../../billing/ledger/sql/audit-queries.ts';
import { epochMs } from '../../domain/index.ts';
import { HISTORY_FILE, HistoryFormatError, requireReadableHistory } from '../../history/sqlite/database.ts';
import { readHistoryFacts } from '../../history/sqlite/history-facts.ts';
import { noteRestore } from '../../history/sqlite/restored.ts';
import { type Verification, verifyHistory } from '../../history/sqlite/verify.ts';
import { isFileError } from '../../storage/file-error.ts';
import { StorageFormatError } from '../../storage/service-database.ts';
import { describeCut, readFileHead } from '../../storage/sqlite/file-head.ts';
import { migrate } from '../../storage/sqlite/migrate.ts';
import {
  closeWriter,
  openWriter,
  readPragma,
  requireReadableDatabase,
  SERVICE_FILE,
} from '../../storage/sqlite/open.ts';
import { isSqliteError } from '../../storage/sqlite/sqlite-error.ts';
import { acceptRestoredLedger } from './accept-restored.ts';
import type { CheckedCopy } from './check-copy.ts';
import { BackupRefusedError, DamagedBackupError } from './errors.ts';
import { ADDRESSES_FILE, PRIVATE_FILE, syncDirectory, syncFile } from './files.ts';
import { type CarriedOver, carryOver } from './sqlite/carry-over.ts';
import { foldLog, readOldAccounts } from './sqlite/databases.ts';
import { type DirectoryFacts, holdsAnything, isOther, readFacts } from './sqlite/facts.ts';

export interface RestoreOptions {
  /** Directory of the copy. */
  readonly source: string;
  readonly dataDir: string;
  /** Whether accounts and ledger are on a server. Their files in the directory and in the copy are then ignored. */
  readonly isOnServer: boolean;
  readonly onStep: (step: string) => void;
}

/** Results of checking a complete copy on the disk of its data directory. */
export interface StagedCopy {
  /** Report of the audit; null: there is no ledger here, or an interrupted restore was finished. */
  readonly audit: AuditReport | null;
  /**
   * Report of the history's check; null: there is no history of this format here, or an interrupted restore was
   * finished.
   */
  readonly history: Verification | null;
  /**
   * Revocations and halts that were carried over; null: there was no service database, it cannot be read, or an
   * interrupted restore was finished.
   */
  readonly carried: CarriedOver | null;
}

/**
 * Requires that a copy is of the same kind and installation as the directory.
 *
 * @throws {BackupRefusedError} when the copy does not belong to the content of the directory.
 */
export function requireSameInstallation(
  there: DirectoryFacts,
  copy: DirectoryFacts,
  { source, dataDir }: Pick<RestoreOptions, 'source' | 'dataDir'>,
): void {
  if (!holdsAnything(there)) return;
  if (there.kind !== null && copy.kind !== null && there.kind !== copy.kind) {
    throw new BackupRefusedError(
      `${source} is a backup of ${copy.kind} data and ${dataDir} holds ${there.kind} data: name another directory with --data-dir`,
    );
  }
  if (isOther(there, copy)) {
    throw new BackupRefusedError(
      `${source} is a backup of another installation than ${dataDir} holds: name an empty directory with --data-dir`,
    );
  }
}

/** Functions that read the head of a database and change neither the file nor its log. */
const HEADS = [
  [SERVICE_FILE, requireReadableDatabase],
  [HISTORY_FILE, requireReadableHistory],
] as const;

/**
 * Checks the heads of a copy's databases before any is opened.
 *
 * @throws {BackupRefusedError | DamagedBackupError} when a file is not a database of this service, is truncated, or has
 * a version that this one cannot read.
 */
export function requireKnownFormats(source: string, { files }: CheckedCopy): void {
  for (const [name, requireReadable] of HEADS) {
    if (!files.includes(name)) continue;
    const file = path.join(source, name);
    const head = readFileHead(file);
    const cut = describeCut(file, head);
    if (cut !== null) throw new DamagedBackupError(cut);
    if (statSync(file).size === 0) throw new DamagedBackupError(`${file} is empty: the copy is not whole`);
    // SQLite would turn an empty database into one of ours, and the restore would be empty.
    if (head?.applicationId === 0)
      throw new BackupRefusedError(`${file} is not a database of this service: restore another copy`);
    try {
      requireReadable(source);
    } catch (error) {
      if (error instanceof StorageFormatError || error instanceof HistoryFormatError)
        throw new BackupRefusedError(error.message, { cause: error });
      throw error;
    }
  }
}

/** Copies the files into a folder of the data directory, readable for their owner only, and syncs them to the disk. */
export async function copyFiles(
  { source, dataDir, isOnServer, onStep }: RestoreOptions,
  { files }: CheckedCopy,
  part: string,
): Promise<void> {
  await mkdir(part, { mode: 0o700 });
  for (const name of files) {
    if (isOnServer && name.startsWith(SERVICE_FILE)) continue;
    const target = path.join(part, name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(path.join(source, name), target, constants.COPYFILE_FICLONE);
    await chmod(target, PRIVATE_FILE);
    await syncFile(target);
    onStep(name);
  }
  await mergeAddresses(dataDir, part);
}

/**
 * Adds the lines of the directory's address file to those of the copy, because addresses given to customers must stay
 * known.
 */
async function mergeAddresses(dataDir: string, part: string): Promise<void> {
  const lines = new Set<string>();
  for (const directory of [part, dataDir]) {
    const text = await readFile(path.join(directory, ADDRESSES_FILE), 'utf8').catch((error) => {
      if (isFileError(error, 'ENOENT')) return '';
      throw error;
    });
    for (const line of text.split('\n')) if (line !== '') lines.add(line);
  }
  if (lines.size === 0) return;
  const target = path.join(part, ADDRESSES_FILE);
  await writeFile(target, `${[...lines].join('\n')}\n`, { mode: PRIVATE_FILE, flush: true });
}

/** Checks a copy on the disk of the data directory, and ends in it what was ended after it was made. */
export async function checkStaged(
  part: string,
  options: RestoreOptions,
  copy: CheckedCopy,
  there: DirectoryFacts,
): Promise<StagedCopy> {
  try {
    foldLogs(part, copy);
    if (copy.manifest === null) requireSameInstallation(there, await readFacts(part), options);
    const accounts = existsSync(path.join(part, SERVICE_FILE))
      ? await checkAccounts(part, options, there)
      : { audit: null, carried: null };
    const history = existsSync(path.join(part, HISTORY_FILE)) ? checkHistory(part, copy) : null;
    if (history !== null) storeRestorePositions(part, copy);
    await syncDirectory(part);
    return { ...accounts, history };
  } catch (error) {
    if (isSqliteError(error) && !/database or disk is full/.test(error.message)) {
      throw new DamagedBackupError(`the copy of ${options.source} is damaged: ${error.message}`);
    }
    if (error instanceof StorageFormatError) throw new DamagedBackupError(error.message);
    throw error;
  }
}

/** Writes the logs of databases that were copied byte by byte into their files. */
function foldLogs(part: string, { files }: CheckedCopy): void {
  for (const name of files.filter((each) => each.endsWith('-wal'))) {
    foldLog(path.join(part, name.slice(0, -'-wal'.length)));
  }
}

async function checkAccounts(
  part: string,
  { source, dataDir, isOnServer }: RestoreOptions,
  there: DirectoryFacts,
): Promise<Pick<StagedCopy, 'audit' | 'carried'>> {
  const at = epochMs(Date.now());
  const { audit, carried } = await bringUp(part, source, (copy) =>
    isOnServer ? null : readOldAccounts(dataDir, (old) => carryOver(old, copy)),
  );
  const { lastTransfer, lastHash } = audit;
  await acceptRestoredLedger(part, { at, source, end: { lastTransfer, lastHash }, replaced: there.ledger });
  writeAuditMark(part, { lastTransfer, lastHash: Buffer.from(lastHash, 'hex') }, at);
  return { audit, carried };
}

/** Migrates the accounts of a copy to the schema of this version, and audits them. */
async function bringUp<Carried>(
  part: string,
  source: string,
  carry: (copy: ReturnType<typeof openWriter>) => Carried,
): Promise<{ readonly audit: AuditReport; readonly carried: Carried }> {
  const copy = openWriter(part);
  try {
    const checked = String(readPragma(copy, 'integrity_check(1)'));
    if (checked !== 'ok') throw new DamagedBackupError(`${SERVICE_FILE} of ${source} is damaged: ${checked}`);
    migrate(copy);
    const audit = await auditWhole(copy);
    const [finding] = audit.findings;
    if (finding !== undefined) {
      throw new DamagedBackupError(`the ledger of ${source} is broken: ${finding.message}`);
    }
    return { audit, carried: carry(copy) };
  } finally {
    closeWriter(copy);
  }
}

/** Notes the restore in the history, because export trees made after the backup contain records that the copy lacks. */
function storeRestorePositions(part: string, { manifest }: CheckedCopy): void {
  const fromMs = manifest?.madeAtMs ?? readHistoryFacts(part)?.lastRecordMs ?? 0;
  noteRestore(part, { fromMs: epochMs(fromMs), toMs: epochMs(Date.now()) });
}

/**
 * Checks the history. A damaged history that was copied faithfully is restored as it is. Damage in a copy without
 * checksums may come from the copy itself, which is then rejected.
 */
function checkHistory(part: string, { manifest }: CheckedCopy): Verification | null {
  const found = verifyHistory(part);
  const first = found.problems[0] ?? found.damaged[0]?.reason;
  if (manifest === null && first !== undefined)
    throw new DamagedBackupError(`the history is damaged: ${first}`);
  return found;
}
