import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-by-keys';
const MAX_TABS = 250;
/** Expression for the name of the focused element: its label or its text. */
const FOCUSED = `(() => {
  const { activeElement: focused } = document;
  return focused?.ariaLabel ?? focused?.labels?.[0]?.innerText ?? focused?.innerText ?? '';
})()`;

/** Moves the focus by Tab alone until it is on what is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (name.test((await page.evaluate<string>(FOCUSED)).trim())) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${MAX_TABS} presses of Tab do not lead to ${name}`);
}

async function pressOn(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Opens a dialog and waits for its module: keys that are pressed before land in the page below. */
async function openBy(page: Page, name: RegExp): Promise<void> {
  await pressOn(page, name);
  await page.getByRole('dialog').waitFor();
}

async function typeInto(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

describe('tasks by the keyboard alone', { skip: SKIPPED }, () => {
  const stand = terminalStand({
    env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN, CROSSTAPE_VAULT_KEK: randomBytes(32).toString('base64') },
  });
  let key = '';

  before(async () => {
    const response = await fetch(`${stand.service.app.apiUrl}/api/account/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tier: 'pro', owner: 'owner_1' }),
    });
    key = ((await response.json()) as { rawKey: string }).rawKey;
  });

  const visit = async (t: Parameters<typeof stand.blank>[0], to: string, drawn: string, isKeyed = false) => {
    const { page } = await stand.blank(t, { permissions: ['clipboard-read', 'clipboard-write'] });
    if (isKeyed) await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(key)})`);
    await page.goto(stand.service.app.apiUrl + to);
    await page.waitForSelector(drawn);
    return page;
  };

  test('the data of a panel in Python, and back where the focus was', async (t) => {
    const page = await visit(t, '/', '#panel-venues');
    await until(page, `document.querySelector('.state.loading') === null`);
    await openBy(page, /^code$/);
    await pressOn(page, /^copy Python$/);
    await page.getByText('copied: Python').waitFor();
    await page.keyboard.press('Escape');
    await until(page, `${FOCUSED}.trim() === 'code'`);
  });

  test('own fees of a venue, and a row that opens', async (t) => {
    const page = await visit(t, '/disagreement', '.answer');
    await typeInto(page, /^Kalshi/, '25');
    await page.keyboard.press('Enter');
    await until(page, `location.search.includes('feeBps.kalshi=25')`);
  });

  test('a key is given, its page opened, and the key replaced by a new one', async (t) => {
    const page = await visit(t, '/movers', 'h1');
    await pressOn(page, /^key$/);
    await until(page, `document.activeElement?.matches('dialog input')`);
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /bot ● ready/ }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'rotate this key' }).waitFor();
    await openBy(page, /^rotate this key$/);
    await pressOn(page, /^rotate$/);
    await page.getByText('It is shown this once').waitFor();
    await pressOn(page, /^copy the key$/);
    await page.getByText('copied: key').waitFor();
    key = await page.evaluate<string>('navigator.clipboard.readText()');
    await pressOn(page, /^I have it$/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('the bot is stopped first of all, resumed by a word, and its settings changed', async (t) => {
    const page = await visit(t, '/bot', 'button.stop.large', true);
    await pressOn(page, /^Stop bot$/);
    await page.getByPlaceholder('type resume').waitFor();
    await typeInto(page, /^type resume/, 'resume');
    await page.keyboard.press('Enter');
    await page.locator('button.stop.large').waitFor();
    await page.getByRole('button', { name: 'change', exact: true }).waitFor();
    await openBy(page, /^change$/);
    await typeInto(page, /^Size of one order/, '30');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await untilText(page, '[aria-labelledby=panel-settings-and-activity]', /size of one order 30\.00/);
  });

  test('an account at a venue is connected, seen as wrong, and disconnected', async (t) => {
    const page = await visit(t, '/bot', '[aria-labelledby=panel-connected-venues] .row', true);
    await openBy(page, /^connect Limitless$/);
    await typeInto(page, /^Token ID/, 'a-token');
    await typeInto(page, /^Token secret/, 'c2VjcmV0');
    await typeInto(page, /^Private key/, 'not hex');
    await page.keyboard.press('Enter');
    await untilText(page, 'dialog [role=alert]', /privateKey is no private key/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'change Limitless' }).waitFor();
    await openBy(page, /^change Limitless$/);
    await pressOn(page, /^disconnect$/);
    await page.getByRole('button', { name: 'connect Limitless' }).waitFor();
  });

  test('the operator issues and revokes a key', async (t) => {
    const page = await visit(t, '/admin', '#token');
    await typeInto(page, /^Admin token$/, ADMIN_TOKEN);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'issue a key' }).waitFor();
    await openBy(page, /^issue a key$/);
    await typeInto(page, /^Owner/, 'owner_by_keys');
    await page.keyboard.press('Enter');
    await page.getByText('It is shown this once').waitFor();
    await pressOn(page, /^I have it$/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /revoke .+ of owner_by_keys/ }).waitFor();
    await openBy(page, /^revoke .+ of owner_by_keys$/);
    await pressOn(page, /^revoke$/);
    await page.getByText(/^revoked: /).waitFor();
  });

  test('keys before the palette is loaded are for it, and act on no page', async (t) => {
    const page = await visit(t, '/', '#panel-venues');
    const loads = Promise.withResolvers<void>();
    await page.route('**/shell/palette.ts', async (route) => {
      await loads.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('gm btx');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('c');
    loads.resolve();
    await until(page, `document.activeElement?.matches('dialog input')`);
    await page.keyboard.type('!');
    assert.equal(await page.locator('dialog input').inputValue(), 'gm btc!');
    assert.equal(await page.evaluate('location.pathname'), '/');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Keys are the page's again.
    await page.keyboard.type('gm');
    await until(page, `location.pathname === '/markets'`);
  });

  test('a dialog that is given up while it loads does not open', async (t) => {
    const page = await visit(t, '/', '#panel-venues');
    const loads = Promise.withResolvers<void>();
    await page.route('**/shell/settings-form.ts', async (route) => {
      await loads.promise;
      await route.continue();
    });
    const answered = page.waitForResponse('**/shell/settings-form.ts');
    await page.keyboard.press(',');
    await page.keyboard.press('Escape');
    loads.resolve();
    await (await answered).finished();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 1);
  });

  test('help leads to the guides, settings change the units, the palette finds a page', async (t) => {
    const page = await visit(t, '/markets?class=binary', 'ct-table .row');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, /^bots$/);
    assert.match(String(await page.evaluate('document.activeElement.href')), /\/docs\/guides\/bot$/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press(',');
    await page.getByRole('dialog').waitFor();
    await pressOn(page, /^24\.3 ¢/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await untilText(page, 'ct-table', /\d ¢/);
    await page.keyboard.press('Control+k');
    await until(page, `document.activeElement?.matches('dialog input')`);
    await page.keyboard.type('Disagreement');
    await page.keyboard.press('Enter');
    await until(page, `location.pathname === '/disagreement'`);
    await page.keyboard.press('Control+k');
    await until(page, `document.activeElement?.matches('dialog input')`);
    await page.keyboard.type('tail');
    await page.locator('#choice-0', { hasText: 'crosstape tail' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/crosstape tail|copied: command/).waitFor();
  });

  test('Enter presses the button that has the focus, also beside a table whose rows it opens', async (t) => {
    const page = await visit(t, '/markets', 'ct-table .row');
    await openBy(page, /^columns$/);
    const dialog = page.getByRole('dialog');
    // Below a dialog no letter leads elsewhere.
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    assert.equal(new URL(page.url()).pathname, '/markets');
    assert.equal(await dialog.count(), 1);
  });
});
