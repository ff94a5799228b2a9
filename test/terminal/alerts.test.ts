import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { SECRET, startReceiver } from '../support/alert-bench.ts';
import { terminalStand, until, untilText } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-alerts';

suite('alerts in the terminal', () => {
  const stand = terminalStand({
    env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN },
    config: { alerts: { allowPrivateWebhooks: true } },
  });

  test('the operator sees rules and alerts, sends again what failed, and is told on other pages', async (t) => {
    let status = 410;
    const { endpoint } = await startReceiver(t, (response) => void response.writeHead(status).end());
    const moved = (id: string, percent: number) => ({
      id,
      when: { type: 'move', asset: 'hl-BTC', percent, withinMs: 60_000 },
      cooldownMs: 2_000,
      to: ['phone'],
    });
    const write = (rules: readonly object[]) => {
      const content = { endpoints: [{ id: 'phone', url: endpoint.url.href, secrets: [SECRET] }], rules };
      writeFileSync(path.join(stand.service.dataDir, 'alerts.json'), JSON.stringify(content));
      // The browser's driver listens to the signal too, and would close the browser.
      for (const listener of process.listeners('SIGHUP')) if (listener.name === 'reload') listener('SIGHUP');
    };
    write([moved('far', 900), moved('near', 0.0001)]);

    const { page, faults } = await stand.visit(t, '/admin', '#token');
    await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
    await page.getByRole('button', { name: 'use it' }).click();
    await untilText(page, '.panel:has(#panel-alert-rules)', /far move .*percent 900.* ○ ok/);
    await untilText(page, '.panel:has(#panel-alert-rules)', /near move .*▲ firing/);
    await untilText(page, '.panel:has(#panel-alerts)', /near ▲ BTC \(hl-BTC\) moved/);

    await page.getByRole('button', { name: 'send a test to phone' }).click();
    await untilText(page, '.notice', /phone did not accept the test: status 410/);
    await page.getByRole('button', { name: 'send it to phone again' }).first().waitFor();
    status = 204;
    await page.getByRole('button', { name: 'send it to phone again' }).last().click();
    await untilText(page, '.panel:has(#panel-alerts)', /● phone/);
    assert.equal((await page.content()).includes('very-private'), false);

    await page.getByLabel('tell me on every page').check();
    await page.evaluate(
      `history.pushState(null, '', '/asset/hl-BTC'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await untilText(page, '.asset-head .title', /▲ 2 alerts|○ 2 alerts/);
    write([moved('far', 900), moved('nearer', 0.00001)]);
    await until(page, `/▲ nearer: BTC/.test(document.querySelector('.notice')?.textContent ?? '')`, 60_000);
    assert.deepEqual(faults, []);
  });
});
