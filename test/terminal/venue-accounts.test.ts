import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-venue-accounts';
const SECRET = '-----BEGIN PRIVATE KEY-----\nnobody may ever see this\n-----END PRIVATE KEY-----';
const KEY_ID = 'a952bcbe-ec3b-4b5b-b8f9-11dae589608c';

describe('accounts at venues on the page of the bot', { skip: SKIPPED }, () => {
  const stand = terminalStand({
    env: {
      CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN,
      CROSSTAPE_VAULT_KEK: randomBytes(32).toString('base64'),
    },
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

  const visitBot = async (t: TestContext, viewport = { width: 1440, height: 900 }) => {
    const { page, faults } = await stand.blank(t, { viewport });
    await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(key)})`);
    await page.goto(`${stand.service.app.apiUrl}/bot`);
    const venues = page.getByRole('table', { name: 'Connected venues' });
    await venues.getByRole('button', { name: 'Kalshi' }).waitFor();
    return { page, faults, venues };
  };
  /** Lists everything that outlives the dialog. */
  const leftovers = (page: Page) =>
    page.evaluate<string>(
      `JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state, document.documentElement.outerHTML])`,
    );

  test('a credential is stored by a form that says what is missing or wrong, is kept nowhere, and is removed', async (t) => {
    const { page, faults, venues } = await visitBot(t);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await venues.getByRole('button', { name: 'connect Kalshi' }).click();
    const form = page.getByRole('dialog');
    const curl = await form.locator('.command code').innerText();
    assert.match(
      curl,
      /\$CROSSTAPE_KEY" 'http:\/\/127\.0\.0\.1:\d+\/api\/bot\/credentials' -X POST .+"privateKeyPem":"<privateKeyPem>"/,
    );
    await form.getByLabel('Key ID').fill('not-a-uuid');
    await form.getByLabel('Private key, PEM').fill(SECRET);
    assert.equal((await form.locator('.command code').innerText()).includes('nobody may'), false);
    await form.getByRole('button', { name: 'connect', exact: true }).click();
    await form.getByRole('alert').waitFor();
    assert.match(
      await form.getByRole('alert').innerText(),
      /keyId is no UUID\. Correct it and store it again/,
    );
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    for (const text of [await leftovers(page), ...addresses])
      assert.equal(text.includes('nobody may'), false);

    // What is wrong stands in the table, with what to do.
    await venues.getByText('refused').waitFor();
    await page.getByText(/▲ Kalshi: keyId is no UUID\. Store it again/).waitFor();
    await venues.getByRole('button', { name: 'change Kalshi' }).click();
    await form.getByRole('button', { name: 'disconnect' }).click();
    await page.getByText('Kalshi is disconnected; its credential was deleted').waitFor();
    await venues.getByRole('button', { name: 'connect Kalshi' }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('a credential that lacks a member names it as the form does', async (t) => {
    await fetch(`${stand.service.app.botUrl}/api/bot/credentials`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ venue: 'kalshi', kind: 'apiKey', secret: { keyId: KEY_ID } }),
    });
    const { page, venues } = await visitBot(t);
    await venues.getByText('not complete').waitFor();
    await page.getByText('Kalshi: missing: Private key, PEM.').waitFor();
  });

  test('a key comes from its file; a file that is none says what to choose', async (t) => {
    const { page } = await visitBot(t, { width: 390, height: 800 });
    await page.getByRole('button', { name: /Kalshi/ }).click();
    const form = page.getByRole('dialog');
    const choose = (name: string, text: string) =>
      form
        .getByLabel('or its file')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await choose('holiday.txt', 'dear diary');
    await form.getByText(/holds no private key in PEM: choose the one that begins with/).waitFor();
    await choose('key.pem', SECRET);
    await until(page, `document.querySelector('dialog textarea').value.includes('nobody may')`);
    assert.equal(await form.getByRole('alert').count(), 0);
    await until(page, 'document.documentElement.scrollWidth <= 390');
  });
});
