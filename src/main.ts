import { Command, CommanderError } from 'commander';
import { backfillCommand } from './cli/backfill.ts';
import { doctorCommand } from './cli/doctor.ts';
import { EXIT, exitCodeOf } from './cli/exit-codes.ts';
import { exportCommand } from './cli/export.ts';
import { importCommand } from './cli/import.ts';
import { mcpCommand } from './cli/mcp.ts';
import { serveCommand } from './cli/serve.ts';
import { simulateCommand } from './cli/simulate.ts';
import { VERSION } from './version.ts';

const program = new Command('crosstape')
  .description('Records four markets, keeps every observation, and serves it.')
  .version(VERSION)
  .exitOverride()
  .showHelpAfterError()
  .configureHelp({ showGlobalOptions: true })
  .addHelpText(
    'after',
    `
Settings come from environment variables that begin with CROSSTAPE_; "crosstape doctor --settings" lists them.

Exit codes:
  0   done
  1   failed; the message says what
  2   wrong option, argument or setting
  3   the data directory is in use by another process
  4   an import was refused (--strict) because of bad rows
  5   doctor found something that will not work`,
  );

for (const command of [
  serveCommand,
  simulateCommand,
  importCommand,
  exportCommand,
  backfillCommand,
  doctorCommand,
  mcpCommand,
]) {
  program.addCommand(command().exitOverride().showHelpAfterError());
}

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
    process.exitCode = exitCodeOf(error);
  }
}
