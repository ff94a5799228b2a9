import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { before, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings, OVERLAPPING, SMALL_TARGETS } from './barriers.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-keyed-pages';
const HMAC_SECRET = 'secret-of-the-sender-in-these-tests';
const STORED_AS = 'crosstape.key';

describe('pages of those who have a key or the token of the operator', { skip: SKIPPED }, () => {
  const stand = terminalStand({
    env: {
      CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN,
      CROSSTAPE_HMAC_PLAIN_SECRET: HMAC_SECRET,
      CROSSTAPE_VAULT_KEK: randomBytes(32).toString('base64'),
    },
  });
  let key = '';

  const send = async (path: string, body: unknown, credential = ADMIN_TOKEN) => {
    const response = await fetch(stand.service.app.apiUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, path);
    return (await response.json()) as Record<string, unknown>;
  };
  const get = async (path: string, credential: string) => {
    const response = await fetch(stand.service.app.apiUrl + path, {
      headers: { authorization: `Bearer ${credential}` },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const issueKey = async (owner: string) =>
    String((await send('/api/account/keys', { tier: 'pro', owner })).rawKey);
  /** Sends a deposit above the limit for automatic credits; without an owner it belongs to nobody. */
  const deposit = async (id: string, owner: string | null) => {
    const metadata = owner === null ? {} : { crosstape_owner: owner };
    const body = JSON.stringify({ id, type: 'deposit.confirmed', data: { usd: '12000.00', metadata } });
    const signature = createHmac('sha256', HMAC_SECRET).update(body).digest('hex');
    const response = await fetch(`${stand.service.app.apiUrl}/api/account/webhook/hmac`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-signature': `sha256=${signature}` },
      body,
    });
    assert.equal(response.status, 200, await response.text());
  };

  before(async () => {
    key = await issueKey('owner_1');
    await send('/api/account/credit', { owner: 'owner_1', usd: 25, ref: 'welcome' });
    await deposit('dep_pages', 'owner_1');
  });

  const visit = async (
    t: TestContext,
    to: string,
    { width = 1440, as = key }: { width?: number; as?: string } = {},
  ) => {
    const { page, faults } = await stand.blank(t, {
      viewport: { width, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    if (to !== '/admin') {
      await page.addInitScript(
        `sessionStorage.setItem('${STORED_AS}', sessionStorage.getItem('${STORED_AS}') ?? ${JSON.stringify(as)})`,
      );
    }
    await page.goto(stand.service.app.apiUrl + to);
    if (to === '/admin') {
      await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
      await page.getByRole('button', { name: 'use it' }).click();
    }
    await page.locator('.panel .key-figure, .panel .row, .halt-row').first().waitFor();
    return { page, faults };
  };
  const bar = (page: Page) =>
    page.evaluate<number>(`document.querySelector('.topbar').getBoundingClientRect().height`);

  for (const to of ['/account', '/bot', '/admin']) {
    test(`${to} has no barrier in either theme, on a phone and on a screen`, async (t) => {
      const { page, faults } = await visit(t, to);
      await until(page, `document.querySelector('.state.loading') === null`);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await until(page, `document.documentElement.dataset.theme === '${colorScheme}'`);
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await until(page, `innerWidth === ${width} && document.documentElement.scrollWidth <= ${width}`);
          assert.deepEqual(await axeFindings(page), [], `${colorScheme} ${width}`);
        }
      }
      assert.deepEqual(await page.evaluate(SMALL_TARGETS), []);
      assert.deepEqual(await page.evaluate(OVERLAPPING), []);
      assert.deepEqual(faults, []);
    });
  }

  test('with a key the top bar is one line of at most 56 px at every width, and what folds is behind more', async (t) => {
    const { page } = await visit(t, '/account');
    await page.getByRole('link', { name: /bot ● ready/ }).waitFor();
    for (const width of [360, 390, 600, 761, 900, 1_061, 1_280, 1_381, 1_440, 1_920]) {
      await page.setViewportSize({ width, height: 900 });
      await until(page, `innerWidth === ${width} && document.documentElement.scrollWidth <= ${width}`);
      assert.ok((await bar(page)) <= 56, `${width} px: ${await bar(page)}`);
      const outside = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.topbar :is(a, button)')].filter((each) => each.checkVisibility() && !each.matches('.skip') && each.getBoundingClientRect().right > innerWidth + 0.5).map((each) => each.innerText)`,
      );
      assert.deepEqual(outside, [], `${width} px`);
      assert.equal(await page.getByRole('button', { name: 'Stop bot' }).isVisible(), true, `${width} px`);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'more' }).click();
    const sheet = page.getByRole('dialog', { name: 'More' });
    await sheet.getByRole('link', { name: '25.000000 USD' }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await sheet.getByRole('button', { name: 'forget key' }).click();
    await page.getByRole('button', { name: 'key', exact: true }).waitFor();
    assert.equal(await sheet.count(), 0);
  });

  test('a key is rotated: the new one is shown once and used, the old one ends at the chosen time', async (t) => {
    const old = await issueKey('owner_rotates');
    const { page } = await visit(t, '/account', { as: old });
    await page.getByRole('button', { name: 'rotate this key' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('The old key ends').selectOption('0');
    await form.getByText('"graceMs":0').waitFor();
    await form.getByRole('button', { name: 'rotate', exact: true }).click();
    await form.getByText('It is shown this once').waitFor();
    await form.getByRole('button', { name: 'copy the key' }).click();
    await page.getByText('copied: key').waitFor();
    const fresh = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(fresh, /^ct_live_/);
    assert.equal((await get('/api/account/usage', old)).status, 401);
    assert.equal((await get('/api/account/usage', fresh)).status, 200);
    await form.getByRole('button', { name: 'I have it' }).click();
    await form.waitFor({ state: 'detached' });
    assert.equal((await page.content()).includes(fresh), false);
    assert.equal(
      (
        await page.evaluate<string>('JSON.stringify([location.href, { ...localStorage }, document.cookie])')
      ).includes(fresh),
      false,
    );
    // The page goes on with it: nothing is refused.
    await page.getByRole('button', { name: 'rotate this key' }).waitFor();
    assert.equal(await page.locator('.banner').count(), 0);
    const hash = String(((await get('/api/account/usage', fresh)).body.key as { hash: string }).hash);
    await page.getByText(`keys revoke ${hash}`).waitFor();
  });

  test('a key that was rotated before says so, and what to do', async (t) => {
    const old = await issueKey('owner_rotated');
    await send('/api/account/keys/rotate', { graceMs: 3_600_000 }, old);
    const { page } = await visit(t, '/account', { as: old });
    await page.getByRole('button', { name: 'rotate this key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'rotate', exact: true }).click();
    await page.getByText(/was rotated before, .+ ask the operator to revoke/).waitFor();
  });

  test('a debt is shown with the balance, and what follows from it', async (t) => {
    const { page } = await stand.blank(t);
    await page.addInitScript(`sessionStorage.setItem('${STORED_AS}', ${JSON.stringify(key)})`);
    await page.route(/\/api\/account\/balance/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.balance.owedMicroUsd = 5_000_000;
      await route.fulfill({ response, json: body });
    });
    await page.goto(`${stand.service.app.apiUrl}/account`);
    await page.getByText('■ 5.000000 USD are owed').waitFor();
  });

  test('the operator issues a key, sees it once, and revokes it', async (t) => {
    const { page, faults } = await visit(t, '/admin', { width: 390 });
    await page.getByRole('button', { name: 'issue a key' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Owner').fill('not an owner');
    await form.getByRole('button', { name: 'issue', exact: true }).click();
    await form.getByRole('alert').waitFor();
    await form.getByLabel('Owner').fill('owner_new');
    await form.getByLabel('Kalshi').check();
    await form.getByText('"owner":"owner_new","tier":"pro","venues":"kalshi"').waitFor();
    await form.getByRole('button', { name: 'issue', exact: true }).click();
    await form.getByRole('button', { name: 'copy the key' }).click();
    await page.getByText('copied: key').waitFor();
    const issued = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal((await get('/api/account/usage', issued)).body.owner, 'owner_new');
    await form.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('button', { name: /revoke .+ of owner_new/ }).click();
    await form.getByRole('button', { name: 'revoke', exact: true }).click();
    await page.getByText(/^revoked: /).waitFor();
    assert.equal((await get('/api/account/usage', issued)).status, 401);
    await until(page, 'document.documentElement.scrollWidth <= 390');
    // The browser itself writes down what the service refused.
    assert.deepEqual(
      faults.filter((fault) => !/status of 400/.test(fault)),
      [],
    );
  });

  test('everything that waits is one table, and is applied, given back or dismissed, each with its curl', async (t) => {
    await deposit('dep_to_release', 'owner_pays');
    await deposit('dep_of_nobody', null);
    await deposit('dep_to_return', 'owner_gone');
    const { page, faults } = await visit(t, '/admin');
    const waits = page.getByRole('table', { name: 'Waits for you' });
    const form = page.getByRole('dialog');
    const decide = (owner: string) => waits.locator('.row', { hasText: owner }).getByRole('button').click();
    await page.getByText(/3 held, 36.?000\.000000 USD/).waitFor();
    await decide('owner_pays');
    await form.getByText(/"id":"rev_[0-9a-f]+","action":"apply"/).waitFor();
    await form.getByText('deposit_cap').waitFor();
    await form.getByRole('button', { name: 'credit it' }).click();
    await page.getByText(/^applied: 12.?000\.000000 USD, owner_pays/).waitFor();
    await waits.locator('.row', { hasText: 'owner_pays' }).waitFor({ state: 'detached' });

    await decide('owner_gone');
    await form.getByRole('button', { name: 'it went back' }).click();
    await page.getByText('taken out of the books').waitFor();
    await waits.locator('.row', { hasText: 'owner_gone' }).waitFor({ state: 'detached' });

    await decide('not known');
    await form.getByLabel(/Owner: find out whose/).fill('owner_found');
    await form.getByText(/"action":"apply","owner":"owner_found"/).waitFor();
    await form.getByRole('button', { name: 'credit it' }).click();
    await page.getByText(/^applied: .+ owner_found/).waitFor();
    const { body } = await get('/api/account/deposits?owner=owner_found', ADMIN_TOKEN);
    assert.equal((body.deposits as { state: string }[])[0]?.state, 'released');

    await decide('owner_1');
    await form.getByLabel(/Reason, kept with the item/).fill('known to us');
    await form.getByRole('button', { name: 'dismiss', exact: true }).click();
    await page.getByText('dismissed: held').waitFor();
    await page.getByText('Nothing waits for you.').waitFor();
    assert.deepEqual(faults, []);
  });

  test('a reversal in another currency waits for the amount that the operator names, on a phone too', async (t) => {
    const { page, faults } = await stand.blank(t, { viewport: { width: 390, height: 900 } });
    const item = {
      id: 'rev_1',
      kind: 'reversal_currency',
      since: stand.service.now() - 90_000,
      owner: 'owner_1',
      currency: 'EUR',
      amount: '93',
      microUsd: null,
      endedAt: null,
      endedAs: null,
      reason: null,
      known: { source: 'stripe', payment: 'pi_1', depositAmount: '100', depositCurrency: 'USD' },
      calls: ['apply', 'dismiss'].map((action) => ({
        call: `POST /api/account/review {"id":"rev_1","action":"${action}"}`,
        command: `crosstape review ${action} rev_1`,
      })),
    };
    let sent: unknown;
    await page.route(/\/api\/account\/review/, async (route) => {
      if (route.request().method() === 'POST') {
        sent = route.request().postDataJSON();
        const done = { ok: true, applied: true, owner: 'owner_1', movedMicroUsd: -98_000_000, item };
        return route.fulfill({ json: { ...done, balanceMicroUsd: 0, owedMicroUsd: 0 } });
      }
      const counts = { reversal_currency: { count: 1, microUsd: null, oldestMs: item.since } };
      return route.fulfill({ json: { ok: true, counts, items: [item], nextCursor: null } });
    });
    await page.goto(`${stand.service.app.apiUrl}/admin`);
    await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
    await page.getByRole('button', { name: 'use it' }).click();
    await page.getByRole('button', { name: 'decide about rev_1' }).click();
    const form = page.getByRole('dialog');
    await form.getByText('93 EUR').waitFor();
    await form.getByLabel(/US dollars: its value is for you/).fill('98,00');
    await form.getByRole('button', { name: 'take it from the owner' }).click();
    await form.getByRole('alert').waitFor();
    await form.getByLabel(/US dollars/).fill('98');
    await until(page, 'document.documentElement.scrollWidth <= 390');
    await form.getByRole('button', { name: 'take it from the owner' }).click();
    await page.getByText(/^applied: .+98\.000000 USD, owner_1/).waitFor();
    assert.deepEqual(sent, { id: 'rev_1', action: 'apply', microUsd: 98_000_000 });
    assert.deepEqual(faults, []);
  });

  test('who owes is a table with the command that gives a debt up', async (t) => {
    const { page } = await stand.blank(t, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.route(/\/api\/account\/treasury/, async (route) => {
      const response = await route.fetch();
      const debtors = [{ owner: 'owner_owes', owedMicroUsd: 7_000_000, balanceMicroUsd: 0 }];
      await route.fulfill({ response, json: { ...(await response.json()), debtors } });
    });
    await page.goto(`${stand.service.app.apiUrl}/admin`);
    await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
    await page.getByRole('button', { name: 'use it' }).click();
    await page.getByRole('table', { name: 'Debts' }).getByText('7.000000').waitFor();
    await page.getByRole('button', { name: /gives up what owner_owes owes/ }).click();
    await page.getByText('copied: request').waitFor();
    assert.match(
      await page.evaluate<string>('navigator.clipboard.readText()'),
      /"owner":"owner_owes","microUsd":7000000,"ref":"writeoff:<reason>"/,
    );
  });

  test('an open order is cancelled at one press, on a phone too, and each end is said in words', async (t) => {
    const { page } = await stand.blank(t, {
      viewport: { width: 390, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const now = stand.service.now();
    const order = {
      t: now,
      status: 'resting',
      feeAccessMicroUsd: 0,
      orderId: 'ord_open',
      clientOrderId: 'open-1',
      venue: 'hyperliquid',
      asset: 'hl-BTC',
      venueAsset: 'BTC',
      side: 'buy',
      leg: null,
      legs: [],
      sizeUsd: 12,
      sizeShares: null,
      close: false,
      markPrice: 70_000,
      limitPrice: 70_000,
      nearMarket: true,
      filledUsd: 0,
      costUsd: 0,
      proceedsUsd: 0,
      filledSize: 0,
      avgPrice: null,
      venueOrderId: '1',
      state: 'resting',
      settling: false,
      cancelling: false,
      reason: null,
      message: null,
      execMode: 'live',
      source: 'trade',
      createdAt: now,
      updatedAt: now,
      paper: null,
      fills: [],
    };
    let listed: object = order;
    let end: { status: string; order: object } | null = null;
    await page.route(/\/api\/bot\/status/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({ response, json: { ...body, recentOrders: [listed] } });
    });
    await page.route(/\/api\/bot\/orders\/ord_open\/cancel/, async (route) => {
      if (end === null) return route.continue();
      const response = {
        status: 200,
        headers: { 'access-control-allow-origin': new URL(page.url()).origin },
      };
      await route.fulfill({ ...response, json: { ok: true, execMode: 'live', outcome: end } });
    });
    await page.addInitScript(`sessionStorage.setItem('${STORED_AS}', ${JSON.stringify(key)})`);
    await page.goto(`${stand.service.app.apiUrl}/bot`);
    const cancel = page
      .getByRole('table', { name: 'Open orders' })
      .getByRole('button', { name: /^cancel buy/ });
    await cancel.waitFor();
    await until(page, 'document.documentElement.scrollWidth <= 390');
    // The service has no such order: it says so, and the page shows it.
    await cancel.click();
    await page.getByText('not cancelled: the bot has no order with this id (order_not_found)').waitFor();

    end = { status: 'cancelling', order };
    await cancel.click();
    listed = { ...order, cancelling: true };
    await page.getByText(/requested; the venue has not confirmed it yet/).waitFor();
    await page
      .getByRole('button', { name: /^cancel buy/ })
      .and(page.locator(':disabled'))
      .waitFor();
    listed = { ...order, state: 'cancelled', status: 'rejected' };
    await page.getByRole('table', { name: 'Orders', exact: true }).getByText('cancelled').waitFor();
    assert.equal(await page.getByRole('table', { name: 'Open orders' }).count(), 0);

    await page.setViewportSize({ width: 1440, height: 900 });
    listed = order;
    await page.getByRole('button', { name: /copy the command that cancels buy/ }).click();
    await page.getByText('copied: request').waitFor();
    assert.match(
      await page.evaluate<string>('navigator.clipboard.readText()'),
      /\/api\/bot\/orders\/ord_open\/cancel' -X POST/,
    );
  });
});
