import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Test of the service that covers one process, and cannot cover several. */
export interface OneProcessTest {
  /** Path below `test/service`. */
  readonly file: string;
  /** Name of one test of the file; absent: all tests. */
  readonly test?: string;
  readonly reason: string;
}

/** Every other test that starts a whole service runs on several processes behind a proxy (`scripts/test-roles.ts`). */
export const ONE_PROCESS_TESTS: readonly OneProcessTest[] = [
  {
    file: 'bot-client.test.ts',
    test: 'one service, two addresses',
    reason:
      'without settings the bot API is named by its port, and programs of the same machine are the operator; several processes have both as settings',
  },
  {
    file: 'client.test.ts',
    test: 'a restart of the service breaks no loop: it is reported, and so is that frames were lost',
    reason:
      'frames outlive the processes in Redis, so that a reader goes on where it was: none is lost, and none is reported as lost',
  },
];

/**
 * Lists the files of tests that start a whole service in several processes where the run says so, relative to the
 * project.
 */
export function listWholeServiceFiles(): string[] {
  return globSync('test/service/*.test.ts', { cwd: ROOT })
    .sort()
    .filter((file) => /startSimulatedService/.test(readFileSync(path.join(ROOT, file), 'utf8')));
}
