import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROGRAM = '/usr/sbin/haproxy';
/** Configuration that is deployed; only names and ports are replaced here. */
const SHIPPED = path.resolve(import.meta.dirname, '../../deploy/haproxy.cfg');

export interface ProxyPorts {
  readonly main: number;
  readonly bot: number;
}

export interface Backends {
  readonly apis: readonly number[];
  readonly bot: number;
}

export function hasHaproxy(): boolean {
  return existsSync(PROGRAM);
}

/** haproxy with the configuration of `deploy/haproxy.cfg`, for processes on loopback. */
export class Haproxy {
  readonly #folder: string;
  readonly #child: ChildProcess;
  #said = '';

  private constructor(config: string) {
    this.#folder = mkdtempSync(path.join(tmpdir(), 'crosstape-haproxy-'));
    const file = path.join(this.#folder, 'haproxy.cfg');
    writeFileSync(file, config);
    this.#child = spawn(PROGRAM, ['-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-4_000);
    });
  }

  /** Resolves when it takes connections, whether or not a process is ready behind it. */
  static async start(ports: ProxyPorts, backends: Backends): Promise<Haproxy> {
    const proxy = new Haproxy(onLoopback(readFileSync(SHIPPED, 'utf8'), ports, backends));
    for (let waits = 0; ; waits++) {
      const answer = await fetch(`http://127.0.0.1:${ports.main}/`).catch(() => null);
      if (answer !== null) return proxy;
      if (proxy.#child.exitCode !== null || waits === 200) {
        await proxy.close();
        throw new Error(`haproxy does not start: ${proxy.#said}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Moves a configuration of haproxy to loopback. @throws {Error} when the file has another form than this expects. */
function onLoopback(config: string, ports: ProxyPorts, { apis, bot }: Backends): string {
  const replaced = [
    // As many files as a process may have open by default.
    [/maxconn 20000/, 'maxconn 4000'],
    [/bind :8080/, `bind 127.0.0.1:${ports.main}`],
    [/bind :8081/, `bind 127.0.0.1:${ports.bot}`],
    [
      /(?: {2}server api-\d api-\d:8080\n)+/,
      apis.map((port, i) => `  server api-${i + 1} 127.0.0.1:${port}\n`).join(''),
    ],
    [/server feed feed:8081/, `server feed 127.0.0.1:${bot}`],
    [/ init-addr none resolvers docker/g, ''],
    [/resolvers docker\n(?: .*\n)+/, ''],
  ] as const;
  return replaced.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`deploy/haproxy.cfg has no ${from}`);
    return text.replace(from, to);
  }, config);
}
