import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const WRITER = path.join(import.meta.dirname, 'full-disk-writer.ts');
const NODE = [process.execPath, '--disable-warning=ExperimentalWarning', WRITER];

/** Runs the writer and says what it printed; `onRefused` is called when the disk refuses. */
async function run(command: readonly string[], onRefused: () => void): Promise<string> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (!text.includes('refused') && (text + chunk).includes('refused')) onRefused();
    text += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0, text);
  return text;
}

test('a full disk refuses without losing anything, and continues on its own when there is room', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dataDir]);
  if (mounted.status !== 0) {
    await rm(dataDir, { recursive: true, force: true });
    t.skip('a small disk cannot be mounted here: run as root');
    return;
  }
  t.after(async () => {
    spawnSync('umount', ['-l', dataDir]);
    await rm(dataDir, { recursive: true, force: true });
  });
  const ballast = path.join(dataDir, 'ballast');
  writeFileSync(ballast, Buffer.alloc(2 * 1024 * 1024));
  const text = await run([...NODE, dataDir, ballast], () => rmSync(ballast));
  assert.match(text, /posted [1-9]\d*\nrefused\nagain (posted|duplicate)\nfindings 0 missing 0\n/);
});

test('a limit on the size of files refuses without losing anything', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-limit-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  // 2 MiB in blocks of 1,024 bytes; the signal is ignored so that the write itself fails.
  const shell = `trap '' XFSZ; ulimit -f 2048; exec "$@"`;
  const text = await run(['bash', '-c', shell, 'bash', ...NODE, dataDir], () => undefined);
  assert.match(text, /posted [1-9]\d*\nrefused\nfindings 0 missing 0\n/);
});
