import { auditLedger } from '../../billing/ledger/audit/audit.ts';
import { addPast, checkAuditMark } from '../../billing/ledger/audit/audit-mark.ts';
import type { AuditReport } from '../../billing/ledger/ledger-views.ts';
import { auditSnapshot, preparePastReads } from '../../billing/ledger/sql/audit-queries.ts';

/**
 * Audits the whole ledger of a server's database on one state of it, beside services that write.
 *
 * @param dataDir Has the mark of the newest audit of this machine; absent: the past is not compared.
 * @throws {StorageFormatError | StorageUnavailableError} when the server or its schema is not usable.
 */
export async function auditServer(url: string, dataDir: string | null = null): Promise<AuditReport> {
  // The driver is loaded by who names a server.
  const { openPostgresReader } = await import('../../storage/postgres/postgres-reader.ts');
  const reader = await openPostgresReader(url);
  try {
    const report = await reader.readSnapshot(auditSnapshot, (snapshot) => auditLedger(snapshot, 'whole'));
    if (dataDir === null) return report;
    return addPast(report, await checkAuditMark(dataDir, reader.buildQueries(preparePastReads)));
  } finally {
    await reader.close();
  }
}
