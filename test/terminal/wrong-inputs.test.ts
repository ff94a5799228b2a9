import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-wrong-inputs';
const LONG = 'x'.repeat(500);

/** Wrong input, and the words that the answer must contain. */
interface WrongInput {
  readonly what: string;
  readonly to: string;
  /** Credential of the viewer, for pages that need one. */
  readonly as?: 'key' | 'admin';
  readonly act?: (page: Page) => Promise<void>;
  readonly where: string;
  readonly says: RegExp;
}

const NOTICE = '.banner';
const MAIN = '#main';
const ALERT = '[role=alert]';
const fillAlert =
  (label: string, value: string, button: string) =>
  async (page: Page): Promise<void> => {
    await page.getByLabel(label, { exact: true }).first().fill(value);
    await page.getByRole('button', { name: button, exact: true }).first().click();
  };
const enter =
  (label: string, value: string) =>
  async (page: Page): Promise<void> => {
    await page.getByLabel(label).first().fill(value);
    await page.getByLabel(label).first().press('Enter');
  };
const giveKey =
  (value: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'key', exact: true }).click();
    await page.getByLabel('Key', { exact: true }).fill(value);
    await page.getByRole('button', { name: 'use this key' }).click();
  };
const setting =
  (label: string, value: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'change', exact: true }).click();
    await page.getByRole('dialog').getByLabel(label).fill(value);
    await page.getByRole('dialog').getByRole('button', { name: 'save' }).click();
  };

const WRONG: readonly WrongInput[] = [
  { what: 'a page that is none', to: '/markts', where: MAIN, says: /There is no page \/markts.*Markets/ },
  { what: 'an asset without an id', to: '/asset/', where: MAIN, says: /Find one by its words/ },
  {
    what: 'an id of no market',
    to: '/asset/hl-NOPE',
    where: MAIN,
    says: /No market has this id.*(Did you mean|Nothing is called).*find a market/,
  },
  {
    what: 'an id of no venue',
    to: '/asset/nyse-IBM',
    where: MAIN,
    says: /No market has this id.*find a market/,
  },
  {
    what: 'an id of 500 characters',
    to: `/asset/${LONG}`,
    where: MAIN,
    says: /(No market has this id.*find a market|validation_failed)/,
  },
  {
    what: 'an id that is markup',
    to: '/asset/%3Cimg%20src%3Dx%20onerror%3D1%3E',
    where: MAIN,
    says: /No market has this id.*find a market/,
  },
  {
    what: 'an event that is none',
    to: '/event/kalshi/NOPE',
    where: MAIN,
    says: /No venue lists this event now.*find it by its words/,
  },
  {
    what: 'an event at no venue',
    to: '/event/nyse/NOPE',
    where: MAIN,
    says: /No venue lists this event now/,
  },
  {
    what: 'an event of no asset',
    to: '/event/asset/hl-NOPE',
    where: MAIN,
    says: /No venue lists this event now/,
  },
  {
    what: 'words that no market has',
    to: '/markets?q=zzqqxx',
    where: MAIN,
    says: /No market passes the filters.*fewer words/,
  },
  {
    what: 'a venue that is none',
    to: '/markets?venue=nasdaq',
    where: NOTICE,
    says: /venue cannot be “nasdaq”: it is one of hyperliquid, polymarket, kalshi, limitless/,
  },
  {
    what: 'a class that is none',
    to: '/markets?class=stocks',
    where: NOTICE,
    says: /class cannot be “stocks”: it is one of perp, binary, pred/,
  },
  {
    what: 'a basis below nothing',
    to: '/markets?basis=-5',
    where: NOTICE,
    says: /basis cannot be “-5”: it is a number from 0/,
  },
  {
    what: 'a column that does not sort',
    to: '/markets?sort=profit',
    where: NOTICE,
    says: /sort cannot be “profit”: it is one of name, venue, last/,
  },
  {
    what: 'a member that is misspelt',
    to: '/?rnage=1h',
    where: NOTICE,
    says: /does not know “rnage”: it knows range, to/,
  },
  {
    what: 'a range that is none',
    to: '/?range=99y',
    where: NOTICE,
    says: /range cannot be “99y”: it is one of 1h/,
  },
  {
    what: 'an end that is no time',
    to: '/?to=yesterday',
    where: NOTICE,
    says: /to cannot be “yesterday”: it is a time such as 2026-/,
  },
  {
    what: 'a day of month 13',
    to: '/asset/hl-BTC?from=2026-13-45&to=2026-11-23',
    where: NOTICE,
    says: /from cannot be “2026-13-45”: it is a time/,
  },
  {
    what: 'a window that ends before it begins',
    to: '/asset/hl-BTC?from=2026-11-23T12:00:00Z&to=2026-11-22T12:00:00Z',
    where: NOTICE,
    says: /from has to be earlier than to/,
  },
  {
    what: 'a window with one end',
    to: '/asset/hl-BTC?from=2026-11-23T12:00:00Z',
    where: NOTICE,
    says: /needs both from and to/,
  },
  {
    what: 'a bar that is none',
    to: '/asset/hl-BTC?bar=7m',
    where: NOTICE,
    says: /bar cannot be “7m”: it is one of 1m, 5m/,
  },
  {
    what: 'an overlay that is none',
    to: '/asset/hl-BTC?show=moon',
    where: NOTICE,
    says: /show cannot be “moon”: it is some of none, fair/,
  },
  {
    what: 'a market to compare that is none',
    to: '/asset/hl-BTC?vs=hl-NOPE',
    where: MAIN,
    says: /hl-NOPE.*(no market|not found|nothing was recorded|no asset|unknown)/i,
  },
  {
    what: 'a size of an order below nothing',
    to: '/asset/hl-BTC',
    act: (page) => page.getByLabel('size of an order in USD').fill('-5'),
    where: MAIN,
    says: /size.*(above 0|more than 0|greater than 0)/i,
  },
  {
    what: 'a capital below nothing in the address',
    to: '/disagreement?capital=-1',
    where: NOTICE,
    says: /capital cannot be “-1”: it is a number from 1 to/,
  },
  {
    what: 'a fee of a venue that is none',
    to: '/disagreement?feeBps.nasdaq=1',
    where: NOTICE,
    says: /does not know “feeBps.nasdaq”/,
  },
  {
    what: 'a fee above what any venue takes',
    to: '/disagreement',
    act: enter('Kalshi bps', '5000'),
    where: '.notice',
    says: /Kalshi: 5000 is not between -100 and 1000 bps/,
  },
  {
    what: 'a split over no market',
    to: '/disagreement',
    act: enter('Split over at most', '0'),
    where: '.notice',
    says: /Split over at most: 0 is not between 1 and 100/,
  },
  {
    what: 'a change that is none of the choices',
    to: '/movers?least=2',
    where: NOTICE,
    says: /least cannot be “2”: it is one of 0, 0.01/,
  },
  {
    what: 'one asset to correlate',
    to: '/correlations',
    act: fillAlert('Assets', 'hl-BTC', 'show'),
    where: ALERT,
    says: /from two to 20 assets/,
  },
  {
    what: 'an unknown asset to correlate',
    to: '/correlations?assets=hl-BTC,hl-NOPE',
    where: MAIN,
    says: /hl-NOPE|not_found|asset_not_found|Fewer than two assets/,
  },
  {
    what: 'a window of correlations that is none',
    to: '/correlations?hours=5',
    where: NOTICE,
    says: /hours cannot be “5”: it is one of 1, 6, 24/,
  },
  {
    what: 'words in the palette that nothing has',
    to: '/',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('zzqqxx');
    },
    where: 'dialog',
    says: /Nothing has these words: try fewer of them/,
  },
  {
    what: 'a key with letters that no header carries',
    to: '/account',
    act: giveKey('ключ—с тире'),
    where: ALERT,
    says: /a key has letters, digits and _ alone: copy it again/,
  },
  {
    what: 'a key that is none',
    to: '/account',
    act: giveKey('ct_live_nobody'),
    where: NOTICE,
    says: /The key is refused.*give another key/,
  },
  {
    what: 'a voucher that is none',
    to: '/account',
    as: 'key',
    act: fillAlert('voucher code', 'TAPE-NOPE', 'redeem'),
    where: ALERT,
    says: /■ .+\(.+\)/,
  },
  {
    what: 'an asset in the settings that is none',
    to: '/bot',
    as: 'key',
    act: setting('Assets', 'nyse-IBM'),
    where: ALERT,
    says: /■ .*asset.*\(validation_failed\)/i,
  },
  {
    what: 'an order of nothing in the settings',
    to: '/bot',
    as: 'key',
    act: setting('Size of one order', '0'),
    where: ALERT,
    says: /■ .*tradeSizeUsd.*\(validation_failed\)/i,
  },
  {
    what: 'a word that does not resume',
    to: '/bot',
    as: 'key',
    act: async (page) => {
      await page.getByRole('button', { name: 'Stop bot' }).click();
      await page.getByPlaceholder('type resume').fill('yes');
      await page.keyboard.press('Enter');
    },
    where: ALERT,
    says: /type resume/,
  },
  {
    what: 'a token that is none',
    to: '/admin',
    act: fillAlert('Admin token', 'nobody', 'use it'),
    where: MAIN,
    says: /Locked: the token is refused: forget it, and give the one/,
  },
  {
    what: 'an owner that is none',
    to: '/admin',
    as: 'admin',
    act: async (page) => {
      await page.getByRole('button', { name: 'issue a key' }).click();
      await page.getByRole('dialog').getByLabel('Owner').fill('no owner!');
      await page.getByRole('dialog').getByRole('button', { name: 'issue', exact: true }).click();
    },
    where: ALERT,
    says: /■ .*owner.*\(validation_failed\)/i,
  },
];

describe('wrong inputs', { skip: SKIPPED }, () => {
  const stand = terminalStand({ env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN } });
  let key = '';

  before(async () => {
    const response = await fetch(`${stand.service.app.apiUrl}/api/account/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tier: 'pro', owner: 'owner_1' }),
    });
    key = ((await response.json()) as { rawKey: string }).rawKey;
  });

  for (const { what, to, as, act, where, says } of WRONG) {
    test(`${what}: the page says what to do`, async (t) => {
      const { page, faults } = await stand.blank(t);
      if (as === 'key')
        await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(key)})`);
      await page.goto(stand.service.app.apiUrl + to);
      await page.locator('main :is(h1, .panel)').first().waitFor();
      if (as === 'admin') await fillAlert('Admin token', ADMIN_TOKEN, 'use it')(page);
      await act?.(page);
      await untilText(page, where, says, 15_000);
      // What the service refused the browser writes down itself; the page breaks nothing.
      assert.deepEqual(
        faults.filter((fault) => !/Failed to load resource/.test(fault)),
        [],
      );
      await until(page, 'document.documentElement.scrollWidth <= innerWidth');
    });
  }

  test('what an address cannot give is taken out of it by one press', async (t) => {
    const { page } = await stand.visit(t, '/markets?venue=nasdaq&q=btc', NOTICE);
    await page.getByRole('button', { name: 'take it out' }).click();
    await until(page, `location.search === '?q=btc' && document.querySelector('${NOTICE}') === null`);
  });

  test('no choice that a page offers is a wrong input', async (t) => {
    const { page } = await stand.blank(t);
    for (const to of ['/', '/asset/hl-BTC', '/movers', '/correlations', '/disagreement']) {
      await page.goto(stand.service.app.apiUrl + to);
      await page.locator('.panel').first().waitFor();
      const buttons = page.locator('.choices button');
      for (const index of Array.from({ length: await buttons.count() }, (_, each) => each)) {
        await buttons.nth(index).click();
        assert.equal(await page.locator(NOTICE).filter({ hasText: 'The address' }).count(), 0, page.url());
      }
      for (const select of await page.locator('main select').all()) {
        for (const value of await select
          .locator('option')
          .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''))) {
          await select.selectOption(value);
          assert.equal(await page.locator(NOTICE).filter({ hasText: 'The address' }).count(), 0, page.url());
        }
      }
    }
  });
});
