import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import type { GetStaleAssetsAnswer } from '../../client/src/index.ts';
import { eventually } from '../support/simulated-service.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand } from './stand.ts';

const run = promisify(execFile);
const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((place) => existsSync(place)) ?? null;
const COUNT_CLICKS = `addEventListener('click', () => { window.clicks = (window.clicks ?? 0) + 1; }, true)`;

/** First questions of a newcomer, with the number of clicks to their answers. */
describe('the questions of a newcomer', { skip: SKIPPED }, () => {
  const stand = terminalStand();

  const visit = async (t: TestContext, to: string, drawn: string) => {
    const permissions = { permissions: ['clipboard-read', 'clipboard-write'] };
    const { page, faults } = await stand.blank(t, permissions);
    await page.addInitScript(COUNT_CLICKS);
    await page.goto(stand.service.app.apiUrl + to);
    await page.waitForSelector(drawn);
    return { page, faults, clicks: () => page.evaluate<number>('window.clicks ?? 0') };
  };

  test('is the data complete: no click, one sentence, and nothing on the page contradicts it', async (t) => {
    const { page, clicks } = await visit(t, '/', 'ct-recording-lane svg rect');
    // A market that comes or falls silent is in one answer a moment before the other.
    await eventually(async () => {
      const { summary } = (await stand.service.get('/api/alerts/stale?limit=100'))
        .body as unknown as GetStaleAssetsAnswer;
      const { totalAssets, staleCount, neverRecordedCount } = summary;
      const recorded = totalAssets - staleCount - neverRecordedCount;
      const sentence = (await page.locator('.verdict').innerText()).replaceAll('\u2009', '');
      // Lanes add up to the sentence.
      const shares = await page.locator('span.lane-share').allInnerTexts();
      const parts = shares.map((share) => /(\d+) of (\d+) recorded/.exec(share));
      const sum = (index: number) => parts.reduce((total, part) => total + Number(part?.[index] ?? 0), 0);
      return (
        sentence.startsWith(`${totalAssets} markets, ${recorded} recorded now`) &&
        sum(1) === recorded &&
        sum(2) === totalAssets
      );
    }, 'service, sentence and lanes say the same');
    await page.waitForSelector('#panel-late-and-never-recorded');
    const { y } = (await page.locator('.verdict').boundingBox()) ?? { y: 1e9 };
    assert.ok(y < 400, `${y} px`);
    assert.equal(await clicks(), 0);
  });

  test('where is the operator: a service without a token says so, and asks for none', async (t) => {
    const { page, faults } = await visit(t, '/admin', 'main .state');
    assert.match(
      await page.locator('main .state').innerText(),
      /no admin token is set.*CROSSTAPE_ADMIN_TOKEN_FILE/s,
    );
    assert.equal(await page.locator('#token').count(), 0);
    assert.deepEqual(faults, []);
  });

  test('what moved and why: one click, and the reason is no tautology', async (t) => {
    const { page, clicks } = await visit(t, '/', 'ct-recording-lane svg rect');
    await page.getByRole('link', { name: 'Movers' }).click();
    await page.waitForSelector('ct-table .row .why');
    for (const why of await page.locator('ct-table .row .why').allInnerTexts()) {
      assert.doesNotMatch(why, /rose|fell|moved by|changed by/i);
      assert.match(why, /also on|not on|volume|end|resolved|listed|thin book|no cause seen here/i);
    }
    assert.equal(await clicks(), 1);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.waitForSelector('ct-table .row .name small.why');
  });

  test('this data in Python: two clicks, and it runs', async (t) => {
    const { page, clicks, faults } = await visit(t, '/', 'ct-table .row');
    const venues = page.locator('.panel', { has: page.locator('#panel-venues') });
    await venues.getByRole('button', { name: 'code' }).click();
    await page.getByRole('button', { name: 'copy Python' }).click();
    await page.getByText('copied: Python').waitFor();
    assert.equal(await clicks(), 2);
    const program = await page.evaluate<string>('navigator.clipboard.readText()');
    const [, wheel = ''] = /^# pip install (http\S+\.whl)\n/.exec(program) ?? [];
    assert.equal((await fetch(wheel)).status, 200, program);
    assert.deepEqual(faults, []);
    if (PYTHON === null) return;
    // Python imports from a wheel as it is; what the client needs may not be on this machine.
    const folder = await mkdtemp(path.join(tmpdir(), 'crosstape-wheel-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'crosstape.whl');
    await writeFile(file, Buffer.from(await (await fetch(wheel)).arrayBuffer()));
    const hasHttpx = await run(PYTHON, ['-c', 'import httpx']).then(
      () => true,
      () => false,
    );
    const code = hasHttpx ? program : `compile(${JSON.stringify(program)}, 'program', 'exec')`;
    const { stdout } = await run(PYTHON, ['-c', code], { env: { ...process.env, PYTHONPATH: file } });
    if (!hasHttpx) return;
    const health = (await stand.service.get('/api/feed/health')).body;
    for (const venue of Object.keys(health.venues as object)) assert.ok(stdout.includes(`'${venue}'`), venue);
  });

  test('figures that are copied are plain numbers', async (t) => {
    const { page } = await visit(t, '/markets?q=btc&class=perp', 'ct-table .row');
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('ct-table .row'))`);
    await page.keyboard.press('Control+c');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, /\d{5}/);
    assert.doesNotMatch(copied, /[\u2009−▲▼]/);
  });
});
