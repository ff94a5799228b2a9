import { backup, DatabaseSync } from 'node:sqlite';

/** Copies a database as it is at one moment, beside its writer. */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const db = new DatabaseSync(source, { readOnly: true });
  try {
    await backup(db, target);
  } finally {
    db.close();
  }
}
