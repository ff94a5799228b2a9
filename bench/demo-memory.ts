/**
 * Resident memory of the demo while every documented GET is called with its example: once each, then each several
 * times side by side. Fails above the bar.
 *
 *     node bin/with-node24 bench/demo-memory.ts [--times 20] [--at-once 32] [--bar-mib 600]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MALLOC_SETTINGS, NODE_FLAGS, ROOT } from '../bin/runtime.js';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '32' },
    'bar-mib': { type: 'string', default: '600' },
  },
});
const SAMPLE_MS = 100;
/** The first polls fill what the answers are made of. */
const FIRST_POLLS_MS = 15_000;
/** Streams do not end: they are left after this. */
const STREAM_MS = 500;

/** A market of the demo, where the document gives a form instead of an example. */
const IN_PATHS: Readonly<Record<string, string>> = { venue: 'hyperliquid', asset: 'hl-BTC' };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: { readonly example?: unknown; readonly examples?: readonly unknown[] };
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-demo-memory-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const child = spawn(
  process.execPath,
  [...NODE_FLAGS, path.join(ROOT, 'src/main.js'), 'serve', '--simulate', '--data-dir', dataDir],
  {
    env: {
      ...MALLOC_SETTINGS,
      PATH: process.env.PATH,
      CROSSTAPE_PORT: '0',
      CROSSTAPE_BOT_PORT: '0',
      CROSSTAPE_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
let maxMib = 0;
/** Answers by status. */
const statuses = new Map<string, number>();
const sampling = setInterval(() => {
  maxMib = Math.max(maxMib, readResidentMib());
}, SAMPLE_MS);

const url = await readUrl();
await sleep(FIRST_POLLS_MS);
print('after the first polls');
const paths = await listPaths();
for (const one of paths) await call(one);
print(`${paths.length} calls, one after the other`);
const queue = paths.flatMap((one) => Array.from({ length: Number(values.times) }, () => one));
const total = queue.length;
await Promise.all(
  Array.from({ length: Number(values['at-once']) }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await call(next);
  }),
);
print(`${total} calls, ${values['at-once']} side by side`);
clearInterval(sampling);
child.kill('SIGTERM');
await once(child, 'exit');
const bar = Number(values['bar-mib']);
console.log(`answers: ${[...statuses].map(([status, count]) => `${count} with ${status}`).join(', ')}`);
console.log(`at most ${maxMib.toFixed(0)} MiB resident; the bar is ${bar}`);
process.exit(maxMib < bar ? 0 : 1);

function print(what: string): void {
  console.log(
    `${readResidentMib().toFixed(0).padStart(5)} MiB, at most ${maxMib.toFixed(0).padStart(4)}: ${what}`,
  );
}

function readResidentMib(): number {
  try {
    const [, kib = '0'] =
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1_024;
  } catch {
    // The process has ended, or the system has no /proc.
    return 0;
  }
}

async function readUrl(): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /^crosstape ready: api (\S+)/.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error('the demo ended before it was ready');
}

/**
 * Lists every GET of the document with the examples of its required parameters, and with those of all its parameters.
 */
async function listPaths(): Promise<readonly string[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    components: { parameters?: Record<string, Parameter> };
    paths: Record<string, { get?: { parameters?: readonly (Parameter | { $ref: string })[] } }>;
  };
  const shared = document.components.parameters ?? {};
  return Object.entries(document.paths).flatMap(([template, { get }]) => {
    if (get === undefined) return [];
    const parameters = (get.parameters ?? []).map((parameter) =>
      '$ref' in parameter ? shared[parameter.$ref.split('/').at(-1) ?? '']! : parameter,
    );
    const required = parameters.filter((parameter) => parameter.in === 'path' || parameter.required === true);
    return [...new Set([fillIn(template, required), fillIn(template, parameters)])];
  });
}

function fillIn(template: string, parameters: readonly Parameter[]): string {
  const query = new URLSearchParams();
  let filled = template;
  for (const { name, in: place, example, schema } of parameters) {
    const value = example ?? schema?.example ?? schema?.examples?.[0] ?? IN_PATHS[name];
    if (value === undefined) continue;
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    // A cursor is of one answer.
    if (place === 'query' && name !== 'cursor') query.set(name, String(value));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

async function call(one: string): Promise<void> {
  const isStream = /stream/.test(one);
  const response = await fetch(url + one, isStream ? { signal: AbortSignal.timeout(STREAM_MS) } : {}).catch(
    () => null,
  );
  await response?.arrayBuffer().catch(() => undefined);
  const status = String(response?.status ?? 'no answer');
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}
