import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from './free-port.ts';

const FRONT = path.join(import.meta.dirname, 'clickhouse-front.ts');

/** Whether the library is there that stands for a server. */
export function hasClickhouse(): boolean {
  return existsSync(path.join(import.meta.dirname, 'node_modules/chdb/package.json'));
}

/** The engine of ClickHouse in a process of its own, with an interface as the server has it. */
export class ClickhouseServer {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  static async start(): Promise<ClickhouseServer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-clickhouse-'));
    const server = new ClickhouseServer(folder, await findFreePort());
    await server.restart();
    return server;
  }

  /** Id of the server's process, while it runs. */
  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  url(database: string): string {
    return `http://default:@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts the server again after a stop or a kill. Resolves when it takes queries. */
  async restart(): Promise<void> {
    const child = spawn(process.execPath, [FRONT, this.#folder, String(this.port)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    let said = '';
    const ready = Promise.withResolvers<void>();
    child.stdout?.once('data', () => ready.resolve());
    child.stderr?.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-4_000);
    });
    child.once('exit', () => ready.reject(new Error(`ClickHouse ended: ${said}`)));
    await ready.promise;
  }

  /** Ends the server at once, as the loss of its machine does. */
  async killNow(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.killNow();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
