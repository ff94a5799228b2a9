import type { Role } from '../../config/roles.ts';
import type { DatabaseExamination } from '../../storage/postgres/examination.ts';
import { findTableRights } from './table-rights.ts';

/**
 * Examines the database of a server, as a start of the service would.
 *
 * @param url Never printed.
 * @param kind Kind of the data directory, `real` or `simulated`; null: not marked.
 * @param role Of the service.
 */
export async function examineServerDatabase(
  url: string,
  kind: string | null,
  role: Role = 'all',
): Promise<DatabaseExamination> {
  // The driver is loaded by who names a server.
  const { examineDatabase } = await import('../../storage/postgres/examination.ts');
  return examineDatabase(url, { kind, rights: findTableRights(role) });
}
