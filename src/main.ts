import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { EXIT, toExitCode } from './cli/exit-codes.ts';
import { VERSION } from './version.ts';

/** Commands in the order of the help. Only the one that is asked for is loaded, so that each starts fast. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./cli/serve.ts')).serveCommand(),
  simulate: async () => (await import('./cli/simulate.ts')).simulateCommand(),
  import: async () => (await import('./cli/import.ts')).importCommand(),
  export: async () => (await import('./cli/export.ts')).exportCommand(),
  backfill: async () => (await import('./cli/backfill.ts')).backfillCommand(),
  keys: async () => (await import('./cli/keys.ts')).keysCommand(),
  vouchers: async () => (await import('./cli/vouchers.ts')).vouchersCommand(),
  credit: async () => (await import('./cli/credit.ts')).creditCommand(),
  deposits: async () => (await import('./cli/deposits.ts')).depositsCommand(),
  ledger: async () => (await import('./cli/ledger.ts')).ledgerCommand(),
  bot: async () => (await import('./cli/bot.ts')).botCommand(),
  vault: async () => (await import('./cli/vault.ts')).vaultCommand(),
  copy: async () => (await import('./cli/copy.ts')).copyCommand(),
  'history-tables': async () => (await import('./cli/history-tables.ts')).historyTablesCommand(),
  backup: async () => (await import('./cli/backup.ts')).backupCommand(),
  verify: async () => (await import('./cli/verify.ts')).verifyCommand(),
  doctor: async () => (await import('./cli/doctor.ts')).doctorCommand(),
  links: async () => (await import('./cli/links.ts')).linksCommand(),
  mcp: async () => (await import('./cli/mcp.ts')).mcpCommand(),
};

// Stripped and compiled sources are kept between runs, which halves the time to load the service. They lie among the
// packages, as whoever can write them decides what runs; where nobody can, Node does without.
const { directory } = enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/compiled'));
// Where threads look for it.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;

const program = new Command('crosstape')
  .description('Records four markets, keeps every observation, and serves it.')
  .version(VERSION)
  .exitOverride()
  .showHelpAfterError()
  .configureHelp({ showGlobalOptions: true })
  .addHelpText(
    'after',
    `
Settings come from environment variables that begin with CROSSTAPE_; "crosstape serve --help" lists them.

Exit codes:
  0   done
  1   failed; the message says what
  2   wrong option, argument or setting
  3   the data directory is in use by another process
  4   an import was refused; nothing was stored
  5   doctor found something that will not work
  6   done in part: bad rows of an import were left out, verify found damage,
      or a credential of the vault does not open
  7   a history was copied, but for places of it that are damaged
  130 ended by Ctrl-C, 143 by SIGTERM; serve ends with 0, an interrupted backfill with 1`,
  );

const asked = process.argv[2] ?? '';
const names = Object.hasOwn(COMMANDS, asked) ? [asked] : isVersion(asked) ? [] : Object.keys(COMMANDS);
for (const name of names) {
  const command = await (COMMANDS[name] as () => Promise<Command>)();
  program.addCommand(withOwnExit(command));
}

// Whoever reads the output, such as head, may have enough before a write fails. A service continues without a reader.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (asked !== 'serve' && asked !== 'simulate') process.exit(EXIT.done);
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version end this way too, with code 0; commander has printed what is wrong.
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
  } else if ((error as NodeJS.ErrnoException | null)?.code === 'EPIPE') {
    // Whoever reads the output, such as head, has enough.
    process.exitCode = EXIT.done;
  } else {
    process.stderr.write(`crosstape: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = toExitCode(error);
  }
}

/** Needs no command, so none is loaded. */
function isVersion(option: string): boolean {
  return option === '--version' || option === '-V';
}

/** Wrong options of a command and of those below it end here, with the exit code that the help names. */
function withOwnExit(command: Command): Command {
  for (const below of command.commands) withOwnExit(below as Command);
  return command.exitOverride().showHelpAfterError();
}
