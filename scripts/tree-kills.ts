import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS, epochMs } from '../src/domain/index.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';

/**
 * Kills `crosstape export --all` at a moment that moves on with each round, continues it, and compares the tree with that of a
 * run that was not killed, byte by byte but for when it began.
 *
 *     bin/with-node24 scripts/tree-kills.ts [kills=50]
 *
 * A run that ends before its kill is not counted, and is compared all the same.
 */
const KILLS = Number(process.argv[2] ?? 50);
const MAX_ROUNDS = KILLS * 4;
/** Moments at which runs are killed, spread over the time of a whole run. */
const MOMENTS = 50;
const START = Date.UTC(2026, 0, 1);
const MAIN = path.join(import.meta.dirname, '../src/main.js');

const directory = mkdtempSync(path.join(tmpdir(), 'crosstape-kills-'));
const dataDir = path.join(directory, 'data');
let [round, killed, wrong] = [0, 0, 0];
try {
  await fill();
  const whole = path.join(directory, 'whole');
  const startedAt = performance.now();
  await run(whole, null);
  const wholeMs = performance.now() - startedAt;
  const expected = contents(whole);
  for (; killed < KILLS && round < MAX_ROUNDS; round++) {
    const tree = path.join(directory, `tree-${round}`);
    // Every third round continues a tree that is there, with one part gone.
    if (round % 3 === 2) {
      cpSync(whole, tree, { recursive: true });
      rmSync(path.join(tree, 'observations/venue=kalshi/date=2026-01-05/part-0.parquet'));
    }
    if ((await run(tree, (wholeMs * ((round % MOMENTS) + 1)) / (MOMENTS + 1))) === null) killed++;
    await run(tree, null);
    const found = contents(tree);
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      wrong++;
      const name = Object.keys({ ...found, ...expected }).find((one) => found[one] !== expected[one]);
      process.stdout.write(`round ${round}: ${name} differs\n`);
    }
    rmSync(tree, { recursive: true });
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.stdout.write(`${round} rounds, ${killed} killed, ${wrong} trees differ\n`);
process.exitCode = wrong === 0 && killed === KILLS ? 0 : 1;

async function fill(): Promise<void> {
  const history = await openSqliteHistory({ dataDir });
  for (let i = 0; i < 2_000; i++) {
    const t = epochMs(START + i * 600_000);
    const batch = Array.from({ length: 40 }, (_, k) => {
      const storeKey = `kx-${k < 20 ? k : Math.floor(i / 30) * 20 + k}`;
      const series = { venue: 'kalshi', storeKey, asset: `kalshi-${storeKey}` } as const;
      return { ...series, t, p: ((i + k) % 90) / 100, v: null, s: 'poll' as const };
    });
    await history.append(batch);
  }
  await history.putGap({
    venue: 'kalshi',
    storeKey: null,
    fromMs: epochMs(START),
    toMs: epochMs(START + DAY_MS),
    reason: 'x',
  });
  await history.close();
}

/** Runs an export and returns its exit code; null: killed. */
async function run(tree: string, killAfterMs: number | null): Promise<number | null> {
  const args = [
    '--disable-warning=ExperimentalWarning',
    MAIN,
    'export',
    '--all',
    '--data-dir',
    dataDir,
    '-o',
    tree,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (timer !== null) clearTimeout(timer);
  if (code !== 0 && code !== null) throw new Error(`export ended with ${code}`);
  return code;
}

/** Lists the sha256 of each file, without the times at which runs began. */
function contents(tree: string): Record<string, string> {
  const names = readdirSync(tree, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(path.join(tree, name)).isFile());
  return Object.fromEntries(
    files.map((name) => {
      const text = readFileSync(path.join(tree, name));
      const isTimed = name === 'manifest.json' || name === '.crosstape-export';
      const bytes = isTimed ? text.toString().replace(/"(asOfMs|startedAt)": ?\d+/g, '') : text;
      return [name, createHash('sha256').update(bytes).digest('hex')];
    }),
  );
}
