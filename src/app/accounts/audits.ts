import type { AuditReport } from '../../billing/ledger/ledger-views.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/index.ts';
import type { Log } from '../../log.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { SharedWork } from '../processes/leased-work.ts';
import type { Accounts } from './accounts.ts';

const AUDIT_EVERY_MS = 10 * MINUTE_MS;
const WHOLE_AUDIT_EVERY_MS = DAY_MS;

/**
 * Audits the ledger once at the start, then its newest part every ten minutes and all of it daily. A ledger that fails
 * an audit is closed: it rejects postings and can still be read.
 */
export function buildAudits({ ledger, log }: Pick<Accounts, 'ledger'> & { readonly log: Log }): SharedWork {
  const report = async ({ findings, transfers, whole }: AuditReport) => {
    const reason = await ledger.findClosure();
    if (findings.some(({ invariant }) => invariant === 'past')) {
      log.fatal({ reason }, 'the ledger does not fit its past: it can be read, and nothing is posted');
    } else if (findings.length > 0) {
      log.fatal(
        { findings },
        'the ledger is broken: nothing is posted until a whole audit finds it in order',
      );
    } else if (reason !== null) {
      log.error(
        { reason },
        'the ledger stays closed until a whole audit is clean: restart the service, or wait for the daily one',
      );
    } else log.debug({ transfers, whole }, 'the ledger is in order');
  };
  const audit = async (whole: boolean) => report(await ledger.audit({ whole }));
  const tasks = [
    new PeriodicTask({
      everyMs: AUDIT_EVERY_MS,
      run: () => audit(false),
      onError: (error) => log.error({ err: error }, 'the ledger could not be audited'),
    }),
    new PeriodicTask({
      everyMs: WHOLE_AUDIT_EVERY_MS,
      run: () => audit(true),
      onError: (error) => log.error({ err: error }, 'the ledger could not be audited as a whole'),
    }),
  ];
  return {
    name: 'audit',
    start: async () => {
      try {
        await report(await ledger.auditAtStart());
        if ((await ledger.findClosure()) === null) {
          const repaid = await ledger.repayDebts();
          if (repaid > 0)
            log.info({ owners: repaid }, 'owners who owed repaid from what was on their balance');
        }
      } finally {
        // The tasks also start after a failed first audit, so that a short outage of the database does not end the
        // audits while this process holds the lease.
        for (const task of tasks) task.start();
      }
    },
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}
