import { BackupRefusedError, DamagedBackupError } from '../app/backups/errors.ts';
import { ConfigError } from '../config/config.ts';
import { ForeignLogError } from '../storage/foreign-log-error.ts';
import { DataDirLockedError } from '../storage/service-database.ts';

/** Exit codes of the process, as documented in `crosstape --help`. */
export const EXIT = {
  done: 0,
  failed: 1,
  wrongUse: 2,
  dataDirInUse: 3,
  importRefused: 4,
  doctorFoundProblems: 5,
  partlyDone: 6,
  sourceDamaged: 7,
} as const;

/** Error that ends a command with a message and an exit code. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** Finds the exit code of an error. */
export function toExitCode(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof ConfigError || error instanceof ForeignLogError) return EXIT.wrongUse;
  if (error instanceof BackupRefusedError) return EXIT.wrongUse;
  if (error instanceof DamagedBackupError) return EXIT.sourceDamaged;
  if (error instanceof DataDirLockedError) return EXIT.dataDirInUse;
  return EXIT.failed;
}
