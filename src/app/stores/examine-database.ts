import type { Role } from '../../config/roles.ts';
import type { DatabaseExamination } from '../../storage/postgres/examination.ts';
import { findTableRights } from './table-rights.ts';

/**
 * Examines the database of a server, as a start of the service would.
 *
 * @param url URL of the database, which is never printed.
 * @param kind Kind of the data directory, `real` or `simulated`; null: not marked.
 * @param role Role of the service.
 */
export async function examineServerDatabase(
  url: string,
  kind: string | null,
  role: Role = 'all',
): Promise<DatabaseExamination> {
  // The driver is loaded only when a server is configured.
  const { examineDatabase } = await import('../../storage/postgres/examination.ts');
  return examineDatabase(url, { kind, rights: findTableRights(role) });
}
