import { auditLedger } from '../../billing/ledger/audit/audit.ts';
import { addPast, checkAuditMark } from '../../billing/ledger/audit/audit-mark.ts';
import type { AuditReport } from '../../billing/ledger/ledger-views.ts';
import { auditSnapshot, preparePastReads } from '../../billing/ledger/sql/audit-queries.ts';

/**
 * Audits the whole ledger of a server's database in one snapshot, while services may write.
 *
 * @param dataDir Directory with the mark of the newest audit on this machine; absent: the ledger is not compared with
 * its past.
 * @throws {StorageFormatError | StorageUnavailableError} when the server or its schema cannot be used.
 */
export async function auditServer(url: string, dataDir: string | null = null): Promise<AuditReport> {
  // The driver is loaded only when a server is configured.
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
