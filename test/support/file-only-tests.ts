import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Test of the service that covers its own file, and cannot cover a server. */
export interface FileOnlyTest {
  /** Path below `test/service`; all files of `test/deposits` are run. */
  readonly file: string;
  /** One test of it; absent: all. */
  readonly test?: string;
  readonly reason: string;
}

/** Every other test of the service runs on PostgreSQL as it is; `test/service-on-servers.test.ts` holds this list to it. */
export const FILE_ONLY_TESTS: readonly FileOnlyTest[] = [
  {
    file: 'disk-faults.test.ts',
    reason:
      'a library before the C library fails writes of the file; a full server is in full-disk.servers.ts',
  },
  {
    file: 'backup.test.ts',
    reason: 'of accounts on a server no file is copied; pg_dump and pg_restore are in bad-days.servers.ts',
  },
  {
    file: 'bad-days.test.ts',
    reason: 'drills of files; that of a server is in bad-days.servers.ts',
  },
  {
    file: 'bad-days-money.test.ts',
    reason:
      'a ledger that does not fit its past is that of a file; on a server it is in ledger-past.servers.ts',
  },
  {
    file: 'failed-upgrade.test.ts',
    reason: 'files of a data directory of an older version; a server keeps none',
  },
  {
    file: 'restore.test.ts',
    reason: 'accounts on a server are left as they are, which it says itself',
  },
  {
    file: 'restore-refusals.test.ts',
    reason: 'the files of a copy are refused; of accounts on a server a copy has none',
  },
  {
    file: 'foreign-logs.test.ts',
    reason: 'a server has no log beside a file',
  },
  {
    file: 'full-disk-keys.test.ts',
    reason: 'SQLite is denied further pages; a full server is in full-disk.servers.ts',
  },
  {
    file: 'engine-drivers.test.ts',
    reason: 'without a URL no driver of a server is loaded',
  },
  {
    file: 'clock-jumps.test.ts',
    reason: 'a library before the C library changes the clock of the service, and of no server',
  },
  {
    file: 'bot-sums.test.ts',
    test: 'sums and sizes that no number holds were cut by 1.1.0: board, tape and each status answer',
    reason: 'a file of an earlier version; the schema of a server begins after it',
  },
  {
    file: 'bot-sums.test.ts',
    test: 'a market in which such positions are open is settled for all bots',
    reason: 'a file of an earlier version',
  },
  {
    file: 'bot-sums.test.ts',
    test: 'a position that cannot be booked keeps no other bot of its market from its settlement',
    reason: 'a file of an earlier version',
  },
  {
    file: 'account-commands.test.ts',
    test: 'an audit of a directory without a ledger says so',
    reason: 'a database of a server has its ledger from the start',
  },
  {
    file: 'account-commands.test.ts',
    test: 'a command that begins accounts in a directory says so, once',
    reason: 'a database of a server was begun by its operator',
  },
  {
    file: 'account-commands.test.ts',
    test: 'a directory with a service on it is refused with exit code 3, but for the audit',
    reason: 'commands work beside the service on a server',
  },
  {
    file: 'helpful-refusals.test.ts',
    test: 'beside the demo, export, keys and credit name its data directory',
    reason: 'a database of a server was begun by its operator',
  },
  {
    file: 'bot-commands.test.ts',
    test: 'a command must name one bot or all, and leaves a directory alone on which a service runs',
    reason: 'commands work beside the service on a server',
  },
  {
    file: 'command-line.test.ts',
    test: 'backup copies what was recorded up to now, and verify reads every checksum',
    reason: 'a server has its own backup',
  },
  {
    file: 'command-line.test.ts',
    test: 'a backup is readable by its user alone, also over one that others could read',
    reason: 'a server has its own backup',
  },
];

/**
 * Tests of a service that ask its database for nothing that the others do not ask. They run on a server too, by
 * CROSSTAPE_TEST_DATABASE_URL, and are left out of `npm run test:servers` for their time.
 */
export const ASIDE: Readonly<Record<string, string>> = {
  'analytics-simulated.test.ts': 'figures of markets',
  'client-examples.test.ts': 'clients of the API',
  'client.test.ts': 'clients of the API',
  'control-socket.test.ts': 'imports into the history',
  'doctor.test.ts': 'settings, folders and ports; doctor of a database is in starts.servers.ts',
  'equal-statements.test.ts': 'answers about markets',
  'export.test.ts': 'the history as files',
  'history-forward.test.ts': 'the history',
  'hyperliquid-budget.test.ts': 'calls of a venue',
  'import-resumed.test.ts': 'imports into the history',
  'invented-parts.test.ts': 'types of copied sources',
  'mcp.test.ts': 'tools over the API',
  'mirror.test.ts': 'the history as files',
  'npm-signals.test.ts': 'signals of npm',
  'resilience.test.ts': 'venues that fail',
  'resolutions.test.ts': 'resolutions of markets',
};

/** Lists the files of tests whose service database can be on a server, relative to the project. */
export function listServiceFiles(): string[] {
  const usesPlace = new Map<string, boolean>();
  const uses = (file: string): boolean => {
    const known = usesPlace.get(file);
    if (known !== undefined) return known;
    usesPlace.set(file, false);
    const found = file === PLACE || listImports(file).some(uses);
    usesPlace.set(file, found);
    return found;
  };
  return listTests()
    .sort()
    .filter((file) => uses(path.join(ROOT, file)));
}

/** Lists all files of tests of the service and of its deposits, relative to the project. */
export function listTests(): string[] {
  return globSync(['test/service/*.test.ts', 'test/deposits/*.test.ts'], { cwd: ROOT });
}

const PLACE = path.join(import.meta.dirname, 'service-data.ts');

/** Files of tests that a file imports. */
function listImports(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)]
    .map(([, name]) => path.resolve(path.dirname(file), name as string))
    .filter((name) => name.startsWith(path.join(ROOT, 'test')));
}
