import { auditLedger } from '../../billing/audit/audit.ts';
import type { AuditReport } from '../../billing/ledger.ts';
import { auditSnapshot } from '../../billing/sql/audit-queries.ts';

/**
 * Audits the whole ledger of a server's database on one state of it, beside services that write.
 *
 * @throws {StorageFormatError | StorageUnavailableError} when the server or its schema is not usable.
 */
export async function auditServer(url: string): Promise<AuditReport> {
  // The driver is loaded by who names a server.
  const { openPostgresReader } = await import('../../storage/postgres/postgres-reader.ts');
  const reader = await openPostgresReader(url);
  try {
    return await reader.readSnapshot(auditSnapshot, (snapshot) => auditLedger(snapshot, 'whole'));
  } finally {
    await reader.close();
  }
}
