import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
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
    block.replace(/^npm run demo.*\n/m, ''),
  );
}

test('the first trade and the account at the simulator run word by word as they are printed', async (t) => {
  const folder = await emptyDirectory(t);
  const demo = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(ROOT, 'src/main.js'), 'serve', '--simulate'],
    {
      env: {
        PATH: process.env.PATH,
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
  const shell = async (script: string) => {
    const placed = script.replaceAll('localhost:8080', api).replaceAll('localhost:8081', bot);
    // The tape is left after three seconds, which is no success to curl.
    const { stdout } = await run(
      'sh',
      ['-uc', placed.replaceAll('curl ', 'curl -s ').replaceAll('curl -s -s', 'curl -s')],
      { cwd: folder },
    );
    return stdout;
  };

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
