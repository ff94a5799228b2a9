import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../test/servers/free-port.ts';
import { findPostgres, PostgresServer } from '../../test/servers/postgres-server.ts';
import { findRedis, RedisServer } from '../../test/servers/redis-server.ts';
import { Haproxy, hasHaproxy } from './haproxy.ts';
import { RoundRobinProxy } from './round-robin.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.js');

/** One process of an installation. */
export class RoleProcess {
  readonly role: string;
  readonly url: string;
  /** Environment of the process at its start. */
  readonly env: Readonly<Record<string, string>>;
  readonly #options: readonly string[];
  #child: ChildProcess | null = null;
  #said = '';

  constructor(
    role: string,
    port: number,
    env: Readonly<Record<string, string>>,
    options: readonly string[] = [],
  ) {
    this.role = role;
    this.url = `http://127.0.0.1:${port}`;
    this.env = { ...env, CROSSTAPE_ROLE: role, CROSSTAPE_PORT: String(port) };
    this.#options = options;
  }

  /** Resolves with its ready line. @throws with everything that it said when it ends before. */
  async start(): Promise<string> {
    this.#said = '';
    const flags = ['--disable-warning=ExperimentalWarning', MAIN, 'serve', ...this.#options];
    const env = { PATH: process.env.PATH, ...this.env };
    const child = spawn(process.execPath, flags, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-20_000);
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${this.role} ended with ${code}: ${this.#said}`);
    });
    ended.catch(() => undefined);
    return Promise.race([readLine(child), ended]);
  }

  /** Address of the bot API; only a process that trades has one. */
  get botUrl(): string {
    return `http://127.0.0.1:${this.env.CROSSTAPE_BOT_PORT}`;
  }

  /** Id of the running process; null when none runs. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  said(): string {
    return this.#said;
  }

  /** Stops the process; returns the exit code, or null when the signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = await ended;
    return code as number | null;
  }
}

async function readLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no stdout');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('crosstape ready:')) return line;
  }
  return new Promise(() => undefined);
}

type Env = Readonly<Record<string, string>>;

export interface ScaledOptions {
  readonly apis: number;
  /** Settings of every process. */
  readonly env?: Env;
}

/** A service that is one process, with a data directory of its own and the same settings otherwise. */
export class WholeService {
  readonly process: RoleProcess;
  readonly #adminToken = randomBytes(24).toString('hex');
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'crosstape-whole-'));

  private constructor(ports: { readonly main: number; readonly bot: number }, env: Env) {
    const settings = {
      CROSSTAPE_ADMIN_TOKEN: this.#adminToken,
      CROSSTAPE_DATA_DIR: path.join(this.#folder, 'data'),
      CROSSTAPE_BOT_PORT: String(ports.bot),
      CROSSTAPE_LOG_LEVEL: 'warn',
      ...env,
    };
    this.process = new RoleProcess('all', ports.main, settings, ['--simulate']);
  }

  static async start(env: Env): Promise<WholeService> {
    const service = new WholeService({ main: await findFreePort(), bot: await findFreePort() }, env);
    try {
      await service.process.start();
      return service;
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  async admin(method: string, route: string, body?: object): Promise<Record<string, unknown>> {
    return callAsOperator(this.process.url, this.#adminToken, { method, route, body });
  }

  async stop(): Promise<void> {
    await this.process.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function callAsOperator(
  url: string,
  adminToken: string,
  {
    method,
    route,
    body,
  }: { readonly method: string; readonly route: string; readonly body?: object | undefined },
): Promise<Record<string, unknown>> {
  const response = await fetch(url + route, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Finds the missing program that prevents a start; null: none is missing. */
export function findMissingServer(): string | null {
  if (findPostgres().length === 0) {
    return 'PostgreSQL is missing: install Debian\'s "postgresql", or run npm run test:servers once, which brings it by npm';
  }
  return findRedis().length === 0 ? 'Redis is missing: install Debian\'s "redis-server"' : null;
}

/** One feed,bot over the simulator and several api processes on loopback, with servers and a data directory of their own. */
export class ScaledInstallation {
  readonly adminToken = randomBytes(24).toString('hex');
  /** Settings that every process was given besides. */
  readonly env: Env;
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly feed: RoleProcess;
  readonly apis: readonly RoleProcess[];
  readonly proxyUrl: string;
  /** haproxy with the shipped configuration, where it is installed; else a small proxy of our own. */
  readonly proxyName: string;
  readonly #proxy: Haproxy | RoundRobinProxy;
  readonly #folder: string;

  private constructor(parts: {
    readonly postgres: PostgresServer;
    readonly redis: RedisServer;
    readonly folder: string;
    readonly proxy: Haproxy | RoundRobinProxy;
    readonly proxyUrl: string;
    readonly ports: Ports;
    readonly env: Env;
  }) {
    const { postgres, redis, ports } = parts;
    this.env = parts.env;
    this.postgres = postgres;
    this.redis = redis;
    this.#folder = parts.folder;
    this.#proxy = parts.proxy;
    this.proxyUrl = parts.proxyUrl;
    this.proxyName = parts.proxy instanceof Haproxy ? 'haproxy' : 'round robin';
    const shared = {
      CROSSTAPE_DATABASE_URL: postgres.url('postgres'),
      CROSSTAPE_REDIS_URL: redis.url,
      CROSSTAPE_INTERNAL_TOKEN: randomBytes(24).toString('hex'),
      CROSSTAPE_ADMIN_TOKEN: this.adminToken,
      CROSSTAPE_DATA_DIR: path.join(parts.folder, 'data'),
      CROSSTAPE_PUBLIC_URL: parts.proxyUrl,
      CROSSTAPE_BOT_PUBLIC_URL: `http://127.0.0.1:${ports.bot}`,
      CROSSTAPE_TRUSTED_PROXIES: '127.0.0.1',
      CROSSTAPE_LOG_LEVEL: 'warn',
      ...parts.env,
    };
    this.feed = new RoleProcess(
      'feed,bot',
      ports.feed,
      {
        ...shared,
        CROSSTAPE_BOT_PORT: String(ports.bot),
        CROSSTAPE_INTERNAL_PORT: String(ports.internal),
        CROSSTAPE_VAULT_KEK: randomBytes(32).toString('base64'),
      },
      ['--simulate'],
    );
    this.apis = ports.apis.map((port) => new RoleProcess('api', port, shared));
  }

  /** Starts the servers, then the feed, then the api processes, then a proxy before them. */
  static async start({ apis, env = {} }: ScaledOptions): Promise<ScaledInstallation> {
    const [programs] = findPostgres();
    const [program] = findRedis();
    if (programs === undefined || program === undefined) throw new Error(String(findMissingServer()));
    const ports = await findPorts(apis);
    await using started = new AsyncDisposableStack();
    const postgres = await PostgresServer.start(programs, { fsync: true });
    started.adopt(postgres, (server) => server.stop());
    const redis = await RedisServer.start(program);
    started.adopt(redis, (server) => server.stop());
    const { proxy, proxyUrl } = await startProxy(ports);
    const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-scaled-'));
    const installation = new ScaledInstallation({ postgres, redis, folder, proxy, proxyUrl, ports, env });
    // From here on it stops its servers itself.
    started.move();
    try {
      await installation.feed.start();
      await Promise.all(installation.apis.map((api) => api.start()));
      await installation.#whenServed();
      return installation;
    } catch (error) {
      await installation.stop();
      throw error;
    }
  }

  /** Calls a route as the operator, through the proxy. */
  async admin(method: string, route: string, body?: object): Promise<Record<string, unknown>> {
    return callAsOperator(this.proxyUrl, this.adminToken, { method, route, body });
  }

  async stop(): Promise<void> {
    await Promise.all(this.apis.map((api) => api.stop()));
    await this.feed.stop();
    await this.#proxy.close();
    await this.redis.stop();
    await this.postgres.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #whenServed(): Promise<void> {
    const until = performance.now() + 60_000;
    while (performance.now() < until) {
      const answers = await Promise.all(
        this.apis.map(({ url }) => fetch(`${url}/api/health/ready`).catch(() => null)),
      );
      const answer = await fetch(`${this.proxyUrl}/api/feed`).catch(() => null);
      if (answers.every((one) => one?.ok === true) && answer?.ok === true) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('not every api process was ready within 60 s');
  }
}

interface StartedProxy {
  readonly proxy: Haproxy | RoundRobinProxy;
  readonly proxyUrl: string;
}

async function startProxy(ports: Ports): Promise<StartedProxy> {
  if (!hasHaproxy()) {
    const proxy = new RoundRobinProxy(ports.apis);
    return { proxy, proxyUrl: await proxy.listen() };
  }
  const { main, mainBot } = ports.proxy;
  const proxy = await Haproxy.start({ main, bot: mainBot }, { apis: ports.apis, bot: ports.bot });
  return { proxy, proxyUrl: `http://127.0.0.1:${main}` };
}

interface Ports {
  /** Ports at which haproxy listens. */
  readonly proxy: { readonly main: number; readonly mainBot: number };
  readonly feed: number;
  readonly bot: number;
  readonly internal: number;
  readonly apis: readonly number[];
}

async function findPorts(apis: number): Promise<Ports> {
  const found = new Set<number>();
  while (found.size < apis + 5) found.add(await findFreePort());
  const [feed = 0, bot = 0, internal = 0, main = 0, mainBot = 0, ...others] = found;
  return { proxy: { main, mainBot }, feed, bot, internal, apis: others };
}
