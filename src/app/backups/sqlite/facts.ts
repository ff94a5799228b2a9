import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type HistoryFacts, readHistoryFacts } from '../../../history/sqlite/history-facts.ts';
import { hasRecords } from '../../../history/sqlite/index.ts';
import { isFileError } from '../../../storage/file-error.ts';
import { openReader, SERVICE_FILE } from '../../../storage/sqlite/open.ts';
import type { Manifest } from '../manifest.ts';

/** Hash of a ledger without transfers, as audits print it. */
const NO_HASH = '0'.repeat(64);

/** Facts that distinguish one data directory from another, and that show how recent it is. */
export interface DirectoryFacts {
  /** Name of the installation; null: it was never written. */
  readonly installation: string | null;
  /** Kind of the data; null: it is not stated. */
  readonly kind: string | null;
  readonly history: HistoryFacts | null;
  readonly ledger: Manifest['ledger'];
  /** Random id of the oldest owner, who is never removed; null: there is none. */
  readonly firstOwner: string | null;
}

/**
 * Reads the facts of a data directory or of a copy. Writes nothing.
 *
 * @throws {HistoryFormatError | StorageFormatError} when one of its databases cannot be read.
 */
export async function readFacts(directory: string): Promise<DirectoryFacts> {
  return {
    ...(await readWords(directory)),
    history: readHistoryFacts(directory),
    ...readAccountFacts(directory),
  };
}

/** Reads the facts of a directory that may be damaged. Unreadable facts are null and are reported. */
export async function readReadableFacts(
  directory: string,
): Promise<{ readonly facts: DirectoryFacts; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  const attempt = <Result>(read: () => Result, otherwise: Result): Result => {
    try {
      return read();
    } catch (error) {
      problems.push((error as Error).message);
      return otherwise;
    }
  };
  const history = attempt(() => readHistoryFacts(directory), null);
  const accounts = attempt(() => readAccountFacts(directory), { ledger: null, firstOwner: null });
  const words = await readWords(directory).catch((error: Error) => {
    problems.push(error.message);
    return { installation: null, kind: null };
  });
  return { facts: { ...words, history, ...accounts }, problems };
}

/** Whether a directory holds records, accounts or money. */
export function holdsAnything({ history, ledger, firstOwner }: DirectoryFacts): boolean {
  return (history?.position ?? 0) > 0 || (ledger?.lastTransfer ?? 0) > 0 || firstOwner !== null;
}

async function readWords(directory: string): Promise<Pick<DirectoryFacts, 'installation' | 'kind'>> {
  return {
    installation: await readWord(path.join(directory, 'installation')),
    kind: (await readWord(path.join(directory, 'data-kind'))) ?? (hasRecords(directory) ? 'real' : null),
  };
}

function readAccountFacts(directory: string): Pick<DirectoryFacts, 'ledger' | 'firstOwner'> {
  if (!existsSync(path.join(directory, SERVICE_FILE))) return { ledger: null, firstOwner: null };
  const db = openReader(directory);
  try {
    return { ledger: findLedgerEnd(db), firstOwner: findFirstOwner(db) };
  } finally {
    db.close();
  }
}

function findFirstOwner(db: DatabaseSync): string | null {
  if (!hasTable(db, 'owner')) return null;
  const row = db.prepare('SELECT uid FROM owner ORDER BY created_at, name LIMIT 1').get();
  return row === undefined ? null : Buffer.from(row.uid as Uint8Array).toString('hex');
}

/** Whether a database has a table of this name. Files of earlier versions lack some tables. */
export function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

/** Finds the newest transfer, or the end of an empty ledger when the file has no tables. */
export function findLedgerEnd(db: DatabaseSync): NonNullable<Manifest['ledger']> {
  const row = hasTable(db, 'transfer')
    ? db.prepare('SELECT id, hash FROM transfer ORDER BY id DESC LIMIT 1').get()
    : undefined;
  if (row === undefined) return { lastTransfer: 0, lastHash: NO_HASH };
  return { lastTransfer: Number(row.id), lastHash: Buffer.from(row.hash as Uint8Array).toString('hex') };
}

/** Converts a manifest to facts. */
export function toFacts({ installation, kind, history, ledger }: Manifest): DirectoryFacts {
  return { installation, kind, history, ledger, firstOwner: null };
}

/** Whether one set of facts is newer than another of the same installation, by history or ledger. */
export function isFurther(
  facts: Pick<DirectoryFacts, 'history' | 'ledger'>,
  than: Pick<DirectoryFacts, 'history' | 'ledger'>,
): boolean {
  return (
    (facts.history?.position ?? 0) > (than.history?.position ?? 0) ||
    (facts.ledger?.lastTransfer ?? 0) > (than.ledger?.lastTransfer ?? 0)
  );
}

/**
 * Whether two directories belong to different installations. When one does not state its installation, histories and
 * oldest owners are compared.
 */
export function isOther(a: DirectoryFacts, b: DirectoryFacts): boolean {
  if (a.installation !== null && b.installation !== null) return a.installation !== b.installation;
  return (
    areUnequal(a.history?.storeId ?? null, b.history?.storeId ?? null) ||
    areUnequal(a.firstOwner, b.firstOwner)
  );
}

function areUnequal(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

async function readWord(file: string): Promise<string | null> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    return text === '' ? null : text.slice(0, 100);
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null;
    throw error;
  }
}
