import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { emptyDirectory } from '../support/run-command.ts';
import { placeSettings, removePlace } from '../support/service-data.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');

/** The shell blocks of a section of the guide, without the line that starts the demo. */
function readBlocks(title: string): string[] {
  const page = readFileSync(path.join(ROOT, 'docs/bot.md'), 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(title)) ?? assert.fail(title);
  return [...section.matchAll(/^```\n(.*?)^```/gms)].map(([, block = '']) =>
    block.replace(/^(\w+=\w+ )?npm run demo.*\n/m, ''),
  );
}

/** Starts a demo in a folder of its own. @returns Runs blocks of the guide in a shell, against its addresses. */
async function startDemo(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const folder = await emptyDirectory(t);
  const demo = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(ROOT, 'src/main.js'), 'serve', '--simulate'],
    {
      env: {
        PATH: process.env.PATH,
        ...settings,
        CROSSTAPE_PORT: '0',
        CROSSTAPE_BOT_PORT: '0',
        CROSSTAPE_DATA_DIR: path.join(folder, 'data'),
        ...(await placeSettings(path.join(folder, 'data'))),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  t.after(async () => {
    demo.kill('SIGKILL');
    await once(demo, 'close');
    await removePlace(path.join(folder, 'data'));
  });
  demo.stderr.pipe(createWriteStream(path.join(folder, 'demo.log')));
  let api = '';
  let bot = '';
  for await (const line of createInterface({ input: demo.stdout })) {
    const [, apiUrl = '', botUrl = ''] = /^crosstape ready: api (\S+) bot (\S+)$/.exec(line) ?? [];
    [api, bot] = [apiUrl, botUrl];
    if (api !== '') break;
  }
  return async (script: string) => {
    const placed = script.replaceAll('localhost:8080', api).replaceAll('localhost:8081', bot);
    // The tape is left after three seconds, which is no success to curl.
    const { stdout } = await run(
      'sh',
      ['-uc', placed.replaceAll('curl ', 'curl -s ').replaceAll('curl -s -s', 'curl -s')],
      { cwd: folder },
    );
    return stdout;
  };
}

test('the first trade and the account at the simulator run word by word as they are printed', async (t) => {
  const shell = await startDemo(t);
  const [, trading = ''] = readBlocks('A first trade');
  const traded = await shell(trading);
  assert.match(traded, /"status":"filled"/);
  assert.match(traded, /"recentOrders":\[\{"t":\d+,"status":"filled"/);
  assert.match(traded, /"fills":"mark","leaderboard":\[\{/);
  assert.match(traded, /"type":"snapshot"/);
  assert.match(traded, /"killed":true/);

  const [opening = ''] = readBlocks('A test network first');
  assert.match(await shell(opening), /"kind":"wallet","secret":\{"tokenId"/);
});

test('what to try before switching it on does what its words say, block by block', async (t) => {
  const shell = await startDemo(t, { CROSSTAPE_BOT_MOCK_FILLS: 'book' });
  const blocks = readBlocks('Before you switch it on');
  const printed = await shell(blocks.join('\necho "== block"\n'));
  const [, limits = '', fits = '', purse = '', halted = '', closed = '', killed = ''] =
    printed.split('== block\n');
  assert.match(limits, /"maxAssetUsd":50/);
  assert.match(fits, /"status":"filled".*"status":"rejected".*"reason":"limit"/s);
  assert.match(fits, /"limit":"maxAssetUsd"/);
  assert.match(fits, /"purse":\{"balanceUsd":300,"leftUsd":2[67]/);
  assert.match(purse, /"reason":"insufficient_funds"/);
  assert.match(halted, /"error":"kill_switch".*"status":"filled"/s);
  assert.match(closed, /"status":"filled".*"ok":true/s);
  assert.match(killed, /"closing":|"killed":true/);
});
