import { Command, Option } from 'commander';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { requireDataDir } from '../data-dir.ts';
import { CommandError, EXIT } from '../exit-codes.ts';

interface AcceptOptions {
  readonly restored?: boolean;
  readonly rewritten?: boolean;
  readonly hash?: string;
  readonly dataDir?: string;
  readonly json?: boolean;
}

/** Creates `ledger accept`, which opens a ledger that does not agree with its earlier audits. */
export function createAcceptCommand(): Command {
  return new Command('accept')
    .description('open a ledger that does not fit its past, without a service on it')
    .addOption(
      new Option('--restored', 'it ends before what was audited: a backup was restored').conflicts(
        'rewritten',
      ),
    )
    .option('--rewritten', 'it has another past than what was audited; needs --hash')
    .option('--hash <hex>', 'with --rewritten: the hash of its last transfer, as "ledger audit" prints it')
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .option('--json', 'print {ok, accepted, lastTransfer, lastHash}')
    .addHelpText(
      'after',
      '\nEnds with 2 when the ledger fits its past, and with 3 when a service runs on it. The old mark is kept.',
    )
    .action(accept);
}

async function accept({ restored, rewritten, hash, json, ...options }: AcceptOptions): Promise<void> {
  const kind = restored === true ? 'rolled_back' : rewritten === true ? 'rewritten' : null;
  if (kind === null) throw new CommandError('name --restored or --rewritten', EXIT.wrongUse);
  if ((kind === 'rewritten') !== (hash !== undefined)) {
    throw new CommandError('--rewritten needs --hash, and --restored takes none', EXIT.wrongUse);
  }
  const config = readConfig(process.env, options.dataDir === undefined ? {} : { dataDir: options.dataDir });
  await requireDataDir(config.dataDir);
  const { acceptOffline } = await import('../../app/accounts/accept-offline.ts');
  const outcome = await acceptOffline(config, readSecrets(process.env), { kind, hash: hash ?? null });
  switch (outcome.status) {
    case 'nothing_closed':
      throw new CommandError('the ledger fits its past: nothing was written', EXIT.wrongUse);
    case 'other_kind':
      throw new CommandError(outcome.message, EXIT.wrongUse);
    case 'other_hash':
      throw new CommandError(
        `--hash is not that of the last transfer, which is ${outcome.lastHash}: nothing was written`,
        EXIT.wrongUse,
      );
    case 'broken':
      throw new CommandError(
        `the audit found more than a changed past, so the ledger stays closed: ${outcome.findings.map(({ message }) => message).join('; ')}`,
      );
    case 'accepted': {
      const { lastTransfer, lastHash } = outcome;
      const body = { ok: true, accepted: kind, lastTransfer, lastHash };
      const line = `accepted: the ledger ends with transfer ${lastTransfer}, hash ${lastHash}`;
      process.stdout.write(`${json === true ? JSON.stringify(body) : line}\n`);
    }
  }
}
