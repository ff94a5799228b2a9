import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeFindings } from './barriers.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

describe('guides in a browser', { skip: SKIPPED }, () => {
  const stand = terminalStand();

  test('examples have the addresses of this service, and are copied by a button', async (t) => {
    const { page, faults } = await stand.blank(t, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { apiUrl, botUrl } = stand.service.app;
    await page.goto(`${apiUrl}/docs/guides/bot`);
    await page.locator('.copy').first().waitFor();
    const text = await page.locator('main').innerText();
    assert.ok(text.includes(`${new URL(botUrl).host}/api/bot/trade`));
    assert.doesNotMatch(text, /(localhost|127\.0\.0\.1):808[01]\b/);
    await page.locator('.copy').first().click();
    await page.getByRole('button', { name: 'copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(
      copied,
      await page
        .locator('main pre')
        .first()
        .evaluate((block) => block.textContent),
    );
    await page.goto(`${apiUrl}/docs/guides/quickstart`);
    await until(page, `document.querySelector('main').innerText.includes('${apiUrl}/api/m2m/hl-BTC/quote')`);
    assert.equal(await page.locator(`main a[href="${apiUrl}/docs"]`).count(), 1);
    assert.deepEqual(faults, []);
  });

  test('contents lead to their sections, by keys too', async (t) => {
    const { page } = await stand.visit(t, '/docs/guides/accounts', '.contents');
    await page.getByRole('link', { name: 'Tiers', exact: true }).focus();
    await page.keyboard.press('Enter');
    await until(
      page,
      `location.hash === '#tiers' && document.getElementById('tiers').getBoundingClientRect().top < 60`,
    );
  });

  test('guides have no barrier in either theme, on a phone and on a wide screen', async (t) => {
    const { page, faults } = await stand.visit(t, '/docs/guides/accounts', '.copy');
    for (const colorScheme of ['dark', 'light'] as const) {
      for (const width of [390, 1_440]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await until(
          page,
          `innerWidth === ${width} && document.documentElement.scrollWidth <= ${width} && [...document.querySelectorAll('main pre')].every((block) => block.scrollWidth <= block.clientWidth || block.tabIndex === 0)`,
        );
        assert.deepEqual(await axeFindings(page), [], `${colorScheme} ${width}`);
      }
    }
    assert.deepEqual(faults, []);
  });

  test('every guide that a page of the terminal leads to is there, with its section', async (t) => {
    const { page } = await stand.blank(t);
    const linked = new Set<string>();
    for (const to of [
      '/',
      '/markets',
      '/watch',
      '/asset/hl-BTC',
      '/disagreement',
      '/movers',
      '/funding',
      '/correlations',
      '/calibration',
      '/settled',
      '/account',
      '/bot',
      '/admin',
    ]) {
      await page.goto(stand.service.app.apiUrl + to);
      await page.waitForSelector('main :is(h1, .panel)');
      for (const href of await page
        .locator('a[href^="/docs/guides"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')))
        linked.add(href);
    }
    await page.getByRole('button', { name: 'help' }).click();
    await page.getByRole('dialog').waitFor();
    for (const href of await page
      .locator('dialog a[href^="/docs/guides"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')))
      linked.add(href);
    assert.ok(linked.size > 8, `${linked.size}`);
    for (const href of linked) {
      const [address = '', section] = href.split('#');
      const response = await fetch(stand.service.app.apiUrl + address);
      assert.equal(response.status, 200, href);
      if (section !== undefined) assert.ok((await response.text()).includes(`id="${section}"`), href);
    }
  });
});
