import type { DatabaseSync } from 'node:sqlite';
import { StorageFormatError } from '../service-database.ts';
import { UpgradeError } from '../upgrade-error.ts';
import { markLog } from './log-mark.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/index.ts';
import { getVersion, type Migration } from './migrations/migration.ts';
import { APPLICATION_ID, readPragma } from './open.ts';
import { isEmptyFile, makeWholeSchema, readWholeSchema, type WholeSchema } from './whole-schema.ts';

/** Schema after all migrations, once a new file of this process has run them. */
let whole: WholeSchema | null = null;

/**
 * Migrates the file to the schema of this version, with one transaction per migration: a crash in between leaves an
 * older, complete schema, and the next start continues. From the second new file of a process on, the whole schema is
 * created in one transaction, because tests and simulations open thousands of files.
 *
 * A file of a newer version, or of one before 1.1.0, is refused when it is opened, before anything changes.
 *
 * @returns Names of the migrations that ran.
 * @throws {UpgradeError} when a migration of a file with data fails.
 */
export function migrate(db: DatabaseSync, migrations: readonly Migration[] = MIGRATIONS): string[] {
  const version = Number(readPragma(db, 'user_version'));
  const hasLog = readPragma(db, 'journal_mode') === 'wal';
  // The file must be marked before a crash can leave a migration in the log.
  if (hasLog && version > 0) markLog(db);
  const steps = migrations.filter((step) => getVersion(step) > version);
  const isWhole = migrations === MIGRATIONS && version === 0 && isEmptyFile(db);
  const known = whole;
  if (isWhole && known !== null) {
    runMigration(db, SCHEMA_VERSION, () => makeWholeSchema(db, known));
  } else {
    for (const step of steps) {
      try {
        runMigration(db, getVersion(step), () => db.exec(step.sql));
      } catch (error) {
        if (version === 0) throw error;
        throw new UpgradeError('the service database', describe(step, migrations), error);
      }
    }
    if (isWhole) whole = readWholeSchema(db);
  }
  if (hasLog && version === 0) markLog(db);
  return steps.map(({ name }) => name);
}

/** Describes a migration. @returns `"0026-review-items" (26 of 39)` */
function describe(step: Migration, migrations: readonly Migration[]): string {
  return `"${step.name}" (${getVersion(step)} of ${getVersion(migrations.at(-1)!)})`;
}

/** Runs a migration in a transaction of its own. */
function runMigration(db: DatabaseSync, version: number, work: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    work();
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}; COMMIT;`);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Requires the newest schema, for readers, which cannot migrate.
 *
 * @throws {StorageFormatError} when the file is older.
 */
export function requireCurrent(db: DatabaseSync): void {
  const version = Number(readPragma(db, 'user_version'));
  if (version < SCHEMA_VERSION) {
    throw new StorageFormatError(
      `the service database has schema ${version} and this version reads ${SCHEMA_VERSION}: start the service once to upgrade it`,
    );
  }
}
