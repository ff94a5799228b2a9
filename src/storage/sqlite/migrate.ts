import type { DatabaseSync } from 'node:sqlite';
import { StorageFormatError } from '../service-database.ts';
import { UpgradeError } from '../upgrade-error.ts';
import { markLog } from './log-mark.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/index.ts';
import { getVersion, type Migration } from './migrations/migration.ts';
import { APPLICATION_ID, readPragma } from './open.ts';
import { isEmptyFile, makeWholeSchema, readWholeSchema, type WholeSchema } from './whole-schema.ts';

/** The schema that every step together makes, once a new file of this process has taken them. */
let whole: WholeSchema | null = null;

/**
 * Brings the file to the schema of this version, each step in a transaction of its own: a crash in between
 * leaves an older, whole schema, and the next start continues. The second new file of a process is made at once, in one
 * transaction: tests and simulations open thousands.
 *
 * A file of a newer version, or of one before 1.1.0, is refused where it is opened, before anything of it changes.
 *
 * @returns The names of the steps that were taken.
 * @throws {UpgradeError} when a file that holds something does not take a step.
 */
export function migrate(db: DatabaseSync, migrations: readonly Migration[] = MIGRATIONS): string[] {
  const version = Number(readPragma(db, 'user_version'));
  const hasLog = readPragma(db, 'journal_mode') === 'wal';
  // A step that a crash leaves in the log must find its file marked.
  if (hasLog && version > 0) markLog(db);
  const steps = migrations.filter((step) => getVersion(step) > version);
  const isWhole = migrations === MIGRATIONS && version === 0 && isEmptyFile(db);
  const known = whole;
  if (isWhole && known !== null) {
    take(db, SCHEMA_VERSION, () => makeWholeSchema(db, known));
  } else {
    for (const step of steps) {
      try {
        take(db, getVersion(step), () => db.exec(step.sql));
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

/** @returns `"0026-review-items" (26 of 39)` */
function describe(step: Migration, migrations: readonly Migration[]): string {
  return `"${step.name}" (${getVersion(step)} of ${getVersion(migrations.at(-1)!)})`;
}

/** Takes a step in a transaction of its own. */
function take(db: DatabaseSync, version: number, work: () => void): void {
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
