import type { DatabaseSync } from 'node:sqlite';
import { StorageFormatError } from '../service-database.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { APPLICATION_ID, readPragma } from './open.ts';

/**
 * Brings the file to the schema of this version, each step in a transaction of its own: a crash in between
 * leaves an older, whole schema, and the next start continues.
 *
 * A file of a newer version is refused where it is opened, before anything of it changes.
 *
 * @returns The names of the steps that were taken.
 */
export function migrate(db: DatabaseSync, migrations: readonly Migration[] = MIGRATIONS): string[] {
  const version = Number(readPragma(db, 'user_version'));
  const taken: string[] = [];
  for (const [i, { name, sql }] of migrations.entries()) {
    if (i < version) continue;
    db.exec('BEGIN IMMEDIATE');
    try {
      db.exec(sql);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${i + 1}; COMMIT;`);
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
    taken.push(name);
  }
  return taken;
}

/** For readers, which cannot migrate. @throws {StorageFormatError} when the file is older. */
export function requireCurrent(db: DatabaseSync): void {
  const version = Number(readPragma(db, 'user_version'));
  if (version < MIGRATIONS.length) {
    throw new StorageFormatError(
      `the service database has schema ${version} and this version reads ${MIGRATIONS.length}: start the service once to upgrade it`,
    );
  }
}
