import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { NODE_FLAGS } from '../bin/runtime.js';
import type { LoadedModule, LoadedModules } from './modules/recorder.ts';

/**
 * Modules that a service has loaded at its ready line, of each thread: `modules.ts [--root checkout] [--rows n]`. By
 * folder and package: how many, their bytes, and the time to find and read them. Then the modules that bring most along:
 * how many would not be loaded without the one.
 */
const { values: flags } = parseArgs({
  options: {
    root: { type: 'string', default: path.join(import.meta.dirname, '..') },
    rows: { type: 'string', default: '25' },
  },
});
const root = path.resolve(flags.root);
const rows = Number(flags.rows);

const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-modules-'));
try {
  const file = path.join(folder, 'modules.jsonl');
  await start(file);
  const threads = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LoadedModules)
    .sort((a, b) => a.thread - b.thread);
  for (const { thread, modules } of threads) show(thread, modules);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts the service over an empty directory, without a venue that answers, and stops it at its ready line. */
async function start(file: string): Promise<void> {
  const resolution = path.join(root, 'src/resolution.js');
  const recorder = path.join(import.meta.dirname, 'modules/recorder.ts');
  // The hook that comes last is asked first, and hears of each import.
  const hooks = [resolution, recorder].filter((file) => existsSync(file));
  const args = [
    ...hooks.map((file) => `--import=${pathToFileURL(file)}`),
    path.join(root, 'src/main.js'),
    'serve',
  ];
  const child = spawn(process.execPath, [...NODE_FLAGS, ...args], {
    env: {
      PATH: process.env.PATH,
      MODULES_FILE: file,
      CROSSTAPE_PORT: '0',
      CROSSTAPE_BOT_PORT: '0',
      CROSSTAPE_LOG_LEVEL: 'error',
      CROSSTAPE_DATA_DIR: path.join(folder, 'data'),
      CROSSTAPE_VENUES: 'kalshi',
      CROSSTAPE_KALSHI_URL: 'http://127.0.0.1:1',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let isReady = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('crosstape ready: ')) continue;
    isReady = true;
    break;
  }
  // The service listens for signals from just after the line.
  await sleep(200);
  child.kill('SIGTERM');
  await ended;
  if (!isReady) throw new Error('the service did not start');
}

function show(thread: number, all: readonly LoadedModule[]): void {
  const recorder = new Set(
    all.filter(({ url }) => url.endsWith('/bench/modules/recorder.ts')).map(({ url }) => url),
  );
  const modules = all.filter(({ url }) => !recorder.has(url));
  const ms = modules.reduce((sum, one) => sum + one.ms, 0);
  console.log(
    `\n${thread === 0 ? 'main thread' : `thread ${thread}`}: ${modules.length} modules, ${ms.toFixed(0)} ms to find and read\n`,
  );
  console.log('| Folder or package | Modules | KiB | ms |\n|---|---:|---:|---:|');
  const rooms = [...Map.groupBy(modules, ({ url }) => toRoom(url))].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  for (const [room, inRoom] of rooms.slice(0, rows)) {
    const sum = (of: (module: LoadedModule) => number) => inRoom.reduce((total, one) => total + of(one), 0);
    console.log(
      `| ${room} | ${inRoom.length} | ${(sum(({ bytes }) => bytes) / 1024).toFixed(0)} | ${sum((one) => one.ms).toFixed(1)} |`,
    );
  }
  console.log('\n| Module | Brings |\n|---|---:|');
  for (const [url, brought] of listBringers(modules).slice(0, rows))
    console.log(`| ${toName(url)} | ${brought} |`);
}

/** Lists for each module how many modules would not be loaded without it, most first. */
function listBringers(
  modules: readonly LoadedModule[],
): readonly (readonly [url: string, brought: number])[] {
  const imports = new Map<string, string[]>(modules.map(({ url }) => [url, []]));
  for (const { url, importers } of modules) {
    for (const importer of importers) imports.get(importer)?.push(url);
  }
  const entries = modules
    .filter(({ importers }) => !importers.some((importer) => imports.has(importer)))
    .map(({ url }) => url);
  const countWithout = (left: string) => {
    const reached = new Set(entries.filter((url) => url !== left));
    for (const url of reached)
      for (const next of imports.get(url) ?? []) if (next !== left) reached.add(next);
    return reached.size;
  };
  return modules
    .map(({ url }) => [url, modules.length - countWithout(url)] as const)
    .sort(([, a], [, b]) => b - a);
}

/** Finds the folder of a module: two levels below the checkout, or the package. */
function toRoom(url: string): string {
  const name = toName(url);
  if (!name.startsWith('node_modules/')) return name.split('/').slice(0, -1).slice(0, 3).join('/');
  const [scope = '', rest] = name.slice('node_modules/'.length).split('/');
  return scope.startsWith('@') ? `${scope}/${rest}` : scope;
}

function toName(url: string): string {
  const at = url.lastIndexOf('/node_modules/');
  if (at >= 0) return url.slice(at + 1);
  return path.relative(root, new URL(url).pathname);
}
