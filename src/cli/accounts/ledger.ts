import path from 'node:path';
import { Command } from 'commander';
import { auditServer } from '../../app/stores/audit-server.ts';
import { auditWhole, openReader, pragma, requireCurrent } from '../../app/stores/engines.ts';
import type { AuditFinding, AuditReport } from '../../billing/ledger/ledger-views.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { StorageFormatError } from '../../storage/service-database.ts';
import { hasAccounts } from '../data-dir.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { createAcceptCommand } from './ledger-accept.ts';
import { createCompareCommand } from './ledger-compare.ts';
import { createAccountsCommand, createShowCommand } from './ledger-views.ts';

interface AuditOptions {
  readonly dataDir?: string;
  readonly json?: boolean;
}

/** Creates `crosstape ledger`, which audits the ledger and shows accounts. */
export function createLedgerCommand(): Command {
  return new Command('ledger')
    .description('audit the ledger, and show its accounts')
    .addCommand(createShowCommand())
    .addCommand(createAccountsCommand())
    .addCommand(createCompareCommand())
    .addCommand(createAcceptCommand())
    .addCommand(
      new Command('audit')
        .description('replay the whole ledger and check every invariant; also beside a running service')
        .option('--data-dir <directory>', 'directory of everything that is kept')
        .option('--json', 'print {ok, accounts, transfers, findings[], lastTransfer, lastHash}')
        .addHelpText('after', '\nEnds with 0 when everything is in order and with 1 when something is not.')
        .action(audit),
    );
}

/** Audits the ledger without changing the file. */
async function audit(options: AuditOptions): Promise<void> {
  const { dataDir } = readConfig(
    process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  const { databaseUrl } = readSecrets(process.env);
  if (databaseUrl !== null) return report(options, await auditServer(databaseUrl, dataDir), []);
  if (!(await hasAccounts(dataDir))) {
    throw new CommandError(
      `${dataDir} holds no ledger: name another directory with --data-dir or CROSSTAPE_DATA_DIR (the demo keeps its own in ${path.join(dataDir, 'simulated')})`,
      EXIT.wrongUse,
    );
  }
  const db = openReader(dataDir);
  try {
    requireCurrent(db);
    const checked = String(pragma(db, 'quick_check(1)'));
    const file: AuditFinding[] = checked === 'ok' ? [] : [{ invariant: 'file', message: checked }];
    report(options, await auditWhole(db, dataDir), file);
  } catch (error) {
    if (error instanceof CommandError || error instanceof StorageFormatError) throw error;
    throw new CommandError(`the ledger cannot be read: ${(error as Error).message}`);
  } finally {
    db.close();
  }
}

function report(
  { json }: AuditOptions,
  { accounts, transfers, lastTransfer, lastHash, ...audited }: AuditReport,
  file: readonly AuditFinding[],
): void {
  const findings = [...file, ...audited.findings];
  const ok = findings.length === 0;
  if (json === true) {
    process.stdout.write(
      `${JSON.stringify({ ok, accounts, transfers, findings, lastTransfer, lastHash })}\n`,
    );
  } else {
    for (const { invariant, message } of findings) process.stdout.write(`${invariant}: ${message}\n`);
    process.stdout.write(
      `${ok ? 'in order' : 'BROKEN'}: ${accounts} accounts, ${transfers} transfers, last ${lastTransfer} with hash ${lastHash}\n`,
    );
  }
  if (!ok) throw new CommandError(`the ledger is broken: ${findings.length} findings`);
}
