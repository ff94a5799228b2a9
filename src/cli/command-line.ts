import { Command, CommanderError } from 'commander';
import { UpgradeError } from '../storage/upgrade-error.ts';
import { VERSION } from '../version.ts';
import { addExamples, describePath } from './examples.ts';
import { EXIT, toExitCode } from './exit-codes.ts';
import { describeWayBack } from './way-back.ts';

/** Commands in the order of the help. Only the requested command is loaded, so that it starts fast. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve/serve.ts')).serveCommand(),
  simulate: async () => (await import('./serve/simulate.ts')).createSimulateCommand(),
  import: async () => (await import('./data/import.ts')).importCommand(),
  export: async () => (await import('./data/export.ts')).exportCommand(),
  tail: async () => (await import('./data/tail.ts')).createTailCommand(),
  backfill: async () => (await import('./data/backfill.ts')).backfillCommand(),
  calibrate: async () => (await import('./data/calibrate.ts')).calibrateCommand(),
  keys: async () => (await import('./accounts/keys.ts')).createKeysCommand(),
  vouchers: async () => (await import('./accounts/vouchers.ts')).createVouchersCommand(),
  credit: async () => (await import('./accounts/credit.ts')).creditCommand(),
  debit: async () => (await import('./accounts/debit.ts')).createDebitCommand(),
  deposits: async () => (await import('./accounts/deposits.ts')).createDepositsCommand(),
  wallets: async () => (await import('./accounts/wallets.ts')).createWalletsCommand(),
  review: async () => (await import('./accounts/review.ts')).createReviewCommand(),
  ledger: async () => (await import('./accounts/ledger.ts')).createLedgerCommand(),
  admin: async () => (await import('./accounts/admin.ts')).createAdminCommand(),
  bot: async () => (await import('./accounts/bot.ts')).createBotCommand(),
  vault: async () => (await import('./accounts/vault.ts')).createVaultCommand(),
  copy: async () => (await import('./database/copy.ts')).copyCommand(),
  'history-tables': async () => (await import('./database/history-tables.ts')).createHistoryTablesCommand(),
  backup: async () => (await import('./database/backup.ts')).createBackupCommand(),
  restore: async () => (await import('./database/restore.ts')).createRestoreCommand(),
  verify: async () => (await import('./database/verify.ts')).verifyCommand(),
  doctor: async () => (await import('./doctor/doctor.ts')).createDoctorCommand(),
  links: async () => (await import('./data/links.ts')).createLinksCommand(),
  mcp: async () => (await import('./serve/mcp.ts')).createMcpCommand(),
  completion: async () => (await import('./completion.ts')).createCompletionCommand(() => buildProgram('')),
};

/**
 * Runs one command with the settings of `process.env`, and sets `process.exitCode` when it fails. Resolves when the
 * command has done its work. A service continues to run.
 *
 * @param args Arguments after the name of the program.
 */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    const program = await buildProgram(args[0] ?? '');
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version also end here, with code 0. Commander has printed the error.
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
    } else if ((error as NodeJS.ErrnoException | null)?.code === 'EPIPE') {
      // The reader of the output, such as `head`, has closed it.
      process.exitCode = EXIT.done;
    } else {
      process.stderr.write(`crosstape: ${error instanceof Error ? error.message : String(error)}\n`);
      if (error instanceof UpgradeError) {
        process.stderr.write(`crosstape: ${describeWayBack(error.isOnServer)}\n`);
      }
      process.exitCode = toExitCode(error);
    }
  }
}

/** Builds the program with the requested command, or with all commands when none is named or the name is unknown. */
export async function buildProgram(asked: string): Promise<Command> {
  const program = new Command('crosstape')
    .description('Records four markets, keeps every observation, and serves it.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ outputError: (message, write) => write(sayHelpFirst('crosstape', message)) })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      `
Settings come from environment variables that begin with CROSSTAPE_; "crosstape serve --help" lists them.

Exit codes:
  0   done
  1   failed; the message says what
  2   wrong option, argument or setting
  3   the data directory, or that of a tree, is in use by another process;
      or a running process has another key of the vault
  4   an import was refused; nothing was stored
  5   doctor found something that will not work
  6   done in part: bad rows of an import were left out, verify found damage,
      or a credential of the vault does not open
  7   a backup is damaged, half made or lacks a file; or a history was copied,
      except records that are damaged in the source
  130 ended by Ctrl-C, 143 by SIGTERM; serve ends with 0, an interrupted backfill with 1`,
    );
  const names = Object.hasOwn(COMMANDS, asked) ? [asked] : isVersion(asked) ? [] : Object.keys(COMMANDS);
  for (const name of names) {
    const command = await (COMMANDS[name] as () => Promise<Command>)();
    program.addCommand(command);
    prepare(command);
  }
  return program;
}

/** Whether the option asks for the version, for which no command is loaded. */
function isVersion(option: string): boolean {
  return option === '--version' || option === '-V';
}

/** Lets wrong options of a command and its subcommands end with the exit code that the help states. */
function prepare(command: Command): void {
  command.exitOverride().configureOutput({
    outputError: (message, write) =>
      write(sayHelpFirst(`crosstape ${describePath(command)}`, message + nameMistyped(command, message))),
  });
  addExamples(command);
  for (const below of command.commands) prepare(below as Command);
}

/** Puts the help first and the error last, where a terminal shows it, because the help may have hundreds of lines. */
function sayHelpFirst(command: string, message: string): string {
  return `"${command} --help" lists what can be given.\n${message}`;
}

/** Names the mistyped option when a required option is missing, because commander checks for missing ones first. */
function nameMistyped({ args }: Command, message: string): string {
  const mistyped = message.includes('required option')
    ? args.find((arg) => /^--?[a-z]/i.test(arg))
    : undefined;
  return mistyped === undefined ? '' : `error: unknown option '${mistyped}'\n`;
}
