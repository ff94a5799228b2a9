// A process of its own: it waits for the first minute of a demo.
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { differences, documentedCommands, printable } from '../support/documented-answers.ts';
import { placeSettings, removePlace } from '../support/service-data.ts';

/**
 * Every command of the quick start and the README runs as printed against the demo, and answers in the form that the
 * page prints. CROSSTAPE_REFRESH_ANSWERS=1 writes the answers of this run into the pages.
 */

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
/** In this order: bid and ask are asked for once somebody listens, so the commands before it are answered without. */
const PAGES = { 'docs/quickstart.md': 6, 'README.md': 10 };
const USUAL = { api: 'http://127.0.0.1:8080', bot: 'http://127.0.0.1:8081' };
const READY = /^crosstape ready: api (\S+) bot (\S+)$/;
/** An address may not ask much more often. */
const WAIT_BETWEEN_MS = 1_000;
/** What the first polls do not bring is asked for again in this time. */
const MAX_ASKING_MS = 60_000;
const MAX_STREAM_S = 3;
const CURL_TIMED_OUT = 28;
const isRefreshed = process.env.CROSSTAPE_REFRESH_ANSWERS === '1';

let api = '';
let folder = '';
let demo: ChildProcessByStdio<null, Readable, null>;

describe('the documented commands, at a demo', { timeout: 240_000 }, () => {
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'crosstape-documented-'));
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const [program, launcher, ...args] = scripts.demo.split(' ');
    assert.deepEqual([program, launcher], ['node', 'bin/crosstape']);
    demo = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.js', ...args], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        CROSSTAPE_PORT: '0',
        CROSSTAPE_BOT_PORT: '0',
        CROSSTAPE_LOG_LEVEL: 'error',
        CROSSTAPE_HYPERLIQUID_POLL_MS: '1000',
        CROSSTAPE_DATA_DIR: path.join(folder, 'data'),
        ...(await placeSettings(path.join(folder, 'data'))),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: demo.stdout })) {
      api = READY.exec(line)?.[1] ?? assert.fail(line);
      break;
    }
    for (let limit = 10; !(await hasPolled(limit)); limit++) await sleep(WAIT_BETWEEN_MS);
  });

  after(async () => {
    demo.kill('SIGKILL');
    await once(demo, 'close');
    await removePlace(path.join(folder, 'data'));
    await rm(folder, { recursive: true, force: true });
  });

  test('the line of a start that is ready is the printed one', () => {
    const [line = ''] = /^crosstape ready: .*$/m.exec(read('docs/quickstart.md')) ?? [];
    assert.deepEqual(READY.exec(line)?.slice(1), [USUAL.api, USUAL.bot]);
  });

  for (const [page, count] of Object.entries(PAGES)) {
    const commands = documentedCommands(read(page));
    test(`${page} prints ${count} commands`, () => assert.equal(commands.length, count));
    for (const { line, answer } of commands) {
      test(`${page}: ${line}`, async () => {
        const isStream = / -s?N /.test(line);
        const deadline = Date.now() + MAX_ASKING_MS;
        let real = await shell(line, isStream);
        const misfits = () => (answer === '' ? failure(real, isStream) : differences(answer, real));
        while (!isRefreshed && misfits().length > 0 && Date.now() < deadline) {
          await sleep(250);
          real = await shell(line, isStream);
        }
        if (isRefreshed && answer !== '' && !isStream) {
          return writeFileSync(
            path.join(ROOT, page),
            read(page).replace(answer, () => printable(real)),
          );
        }
        assert.deepEqual(misfits(), [], `it answers now:\n${printable(real)}`);
      });
    }
  }
});

/**
 * Whether the demo has run as long as a reader needs to come to the commands.
 *
 * @param limit Another one at each asking: an answer is kept for a while.
 */
async function hasPolled(limit: number): Promise<boolean> {
  const ask = async (url: string) => (await fetch(api + url)).json() as Promise<Record<string, unknown>>;
  // The index is kept for a minute, and so is one that is asked for too early.
  const { ages } = (await ask('/api/feed?top=1')) as { ages: Record<string, number | null> };
  if (Object.values(ages).includes(null)) return false;
  const { records = [] } = (await ask(`/api/history/hyperliquid/perp-btc?limit=${limit}`)) as {
    records?: { s: string; v?: number }[];
  };
  const isRecorded =
    records.length > 3 && records.slice(-3).every(({ s, v }) => s === 'poll' && v !== undefined);
  return isRecorded;
}

function read(page: string): string {
  return readFileSync(path.join(ROOT, page), 'utf8');
}

function placed(source: string): string {
  assert.ok(source.includes(USUAL.api), `asks ${USUAL.api}`);
  return source.replaceAll(USUAL.api, api);
}

/** What the line prints; a stream is left after a while. */
async function shell(line: string, isStream: boolean): Promise<string> {
  const script = isStream ? line.replace('curl ', `curl -m ${MAX_STREAM_S} `) : line;
  const { stdout } = await run('sh', ['-uc', placed(script)]).catch((error) => {
    if (isStream && error.code === CURL_TIMED_OUT) return error as { stdout: string };
    throw error;
  });
  if (isStream) assert.match(stdout, /^data: /m, 'a stream sends at once');
  return stdout;
}

/** @returns Why an answer that the page does not print is none. */
function failure(answer: string, isStream: boolean): string[] {
  return isStream || JSON.parse(answer).ok === true ? [] : [answer.slice(0, 300)];
}
