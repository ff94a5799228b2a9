import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { formatSettingsPage } from '../../scripts/settings-page.ts';
import { SETTINGS_LIST } from './config.ts';
import { SECRETS } from './secrets.ts';
import { describeSettings } from './settings-table.ts';

test('the page of settings is what the declarations say: run scripts/settings-page.ts after a change', () => {
  const page = path.join(import.meta.dirname, '..', '..', 'docs', 'settings.md');
  assert.equal(readFileSync(page, 'utf8'), formatSettingsPage());
});

test('help and page name every setting and every secret once', () => {
  const variables = [...SETTINGS_LIST.map(({ setting }) => setting.variable), ...Object.keys(SECRETS)];
  assert.equal(new Set(variables).size, variables.length);
  for (const [text, before, after] of [
    [describeSettings(), '  ', '(=|\\[)'],
    [formatSettingsPage(), '\\| `', '`'],
  ] as const) {
    for (const variable of variables) {
      assert.equal(text.match(new RegExp(`^${before}${variable}${after}`, 'gm'))?.length, 1, variable);
    }
  }
});

test('defaults are written as a setting would be', () => {
  const page = formatSettingsPage();
  assert.match(page, /`CROSSTAPE_STREAMS` \| `on` \|/);
  assert.match(page, /`CROSSTAPE_VENUES` \| `hyperliquid,polymarket,kalshi,limitless` \|/);
  assert.match(page, /`CROSSTAPE_TIER_ENTERPRISE_MONTHLY_QUOTA` \| `unlimited` \|/);
  assert.match(page, /`CROSSTAPE_PUBLIC_URL` \| {2}\|/);
});
