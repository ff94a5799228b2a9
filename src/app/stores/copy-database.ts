import type { AuditReport } from '../../billing/ledger/ledger-views.ts';
import { auditWhole } from '../../billing/ledger/sql/audit-queries.ts';
import { CopyMismatchError, compareTables, copyTables, type TableCopy } from '../../storage/copy/copy.ts';
import { lockDirectory } from '../../storage/sqlite/directory-lock.ts';
import { createFileCopy, readFileCopy, requireNoFile } from '../../storage/sqlite/file-copy.ts';
import { auditServer } from './audit-server.ts';
import { LOCK_FILE } from './service-database.ts';

export interface CopyOptions {
  /** Directory with the database file, or for it. */
  readonly dataDir: string;
  /** URL of the server's database, which is never printed. */
  readonly url: string;
  readonly onTable: (copied: TableCopy) => void;
}

export interface ServerCopyOptions extends CopyOptions {
  /** Kind of the directory's data, `real` or `simulated`; null: not recorded. */
  readonly kind: string | null;
  /** Whether to start again and replace an unfinished copy. */
  readonly again: boolean;
}

export interface FileCopyOptions extends CopyOptions {
  /**
   * Marks the directory with the kind of the server's data, real or simulated.
   *
   * @throws when it is marked as the other kind.
   */
  readonly markAs: (kind: string) => Promise<void>;
}

/** The copied tables and the audit of the copy, after both were found equal. */
export interface CopyReport {
  readonly tables: readonly TableCopy[];
  readonly audit: AuditReport;
}

/**
 * Copies the service database of a data directory into an empty database of a server. The file does not change. Every
 * reason to refuse is checked before the server changes.
 *
 * @throws {DataDirLockedError} while a service uses either of them.
 * @throws {StorageFormatError} when the target is not empty, or has data of the other kind.
 * @throws {CopyMismatchError} when the two differ afterwards. The target then stays marked as unfinished.
 */
export async function copyToServer({
  dataDir,
  url,
  kind,
  again,
  onTable,
}: ServerCopyOptions): Promise<CopyReport> {
  using _lock = lockFile(dataDir);
  return await readFileCopy(dataDir, async (source, file) => {
    const sourceAudit = requireSound('source', await auditWhole(file));
    const server = await openServerSide(url);
    try {
      await server.begin({ kind, again });
      const tables = await server.fill((target) => copyTables(source, target, onTable));
      await server.read((copy) => compareTables(tables, copy));
      const audit = requireEqualAudits(sourceAudit, await auditServer(url));
      await server.finish();
      return { tables, audit };
    } finally {
      await server.close();
    }
  });
}

/**
 * Copies the database of a server into a data directory that has none. The server does not change.
 *
 * @throws as {@link copyToServer}
 */
export async function copyFromServer({
  dataDir,
  url,
  markAs,
  onTable,
}: FileCopyOptions): Promise<CopyReport> {
  using _lock = lockFile(dataDir);
  requireNoFile(dataDir);
  const server = await openServerSide(url);
  try {
    await server.requireFinished();
    const kind = await server.readKind();
    if (kind !== null) await markAs(kind);
    let audit: AuditReport | null = null;
    const tables = await createFileCopy(
      dataDir,
      (target) => server.read((source) => copyTables(source, target, onTable)),
      async (copy, file, copied) => {
        await compareTables(copied, copy);
        audit = requireEqualAudits(await auditServer(url), await auditWhole(file));
      },
    );
    return { tables, audit: audit as unknown as AuditReport };
  } finally {
    await server.close();
  }
}

/** Locks the directory, so that no service opens it meanwhile. */
function lockFile(dataDir: string): Disposable {
  const lock = lockDirectory(dataDir, LOCK_FILE);
  return { [Symbol.dispose]: () => lock.release() };
}

/** Opens the server's side of a copy. The driver is imported here, so that only commands with a server load it. */
async function openServerSide(url: string) {
  const { openServerCopy } = await import('../../storage/postgres/server-copy.ts');
  return openServerCopy(url);
}

function requireEqualAudits(source: AuditReport, copy: AuditReport): AuditReport {
  requireSound('source', source);
  requireSound('copy', copy);
  if (source.lastHash !== copy.lastHash || source.transfers !== copy.transfers) {
    throw new CopyMismatchError('the ledger of the copy ends with another hash than that of the source');
  }
  return copy;
}

/** Requires a ledger without errors. @throws {CopyMismatchError} when the audit has findings. */
function requireSound(name: 'source' | 'copy', audit: AuditReport): AuditReport {
  const [first] = audit.findings;
  if (first !== undefined)
    throw new CopyMismatchError(`the ledger of the ${name} is broken: ${first.message}`);
  return audit;
}
