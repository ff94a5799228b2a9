import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearestNames } from './nearest-name.ts';
import { describeUnknownSettings } from './unknown-settings.ts';

test('a mistyped setting is named with the one it may be meant for', () => {
  assert.deepEqual(describeUnknownSettings({ CROSSTAPE_TRUSTED_PROXY: '10.0.0.1' }), [
    'CROSSTAPE_TRUSTED_PROXY is not a setting and has no effect; did you mean CROSSTAPE_TRUSTED_PROXIES?',
  ]);
  assert.deepEqual(describeUnknownSettings({ CROSSTAPE_PROT: '9000' }), [
    'CROSSTAPE_PROT is not a setting and has no effect; did you mean CROSSTAPE_PORT?',
  ]);
  assert.deepEqual(describeUnknownSettings({ CROSSTAPE_WEATHER: 'fine' }), [
    'CROSSTAPE_WEATHER is not a setting and has no effect',
  ]);
});

test('settings, secrets, their files and what clients read are known', () => {
  const env = {
    CROSSTAPE_PORT: '1',
    CROSSTAPE_ADMIN_TOKEN_FILE: '/a',
    CROSSTAPE_STRIPE_WEBHOOK_SECRET_PREVIOUS_FILE: '/b',
    CROSSTAPE_CHAIN_BASE_API_KEY_FILE: '/c',
    CROSSTAPE_API_KEY: 'k',
    PATH: '/bin',
  };
  assert.deepEqual(describeUnknownSettings(env), []);
});

test('near names come nearest first, far ones not at all', () => {
  const known = ['hl-BTC', 'hl-ETH', 'hl-BCH', 'kalshi-kxbtc'];
  assert.deepEqual(findNearestNames('hl-BTV', known, 2), ['hl-BTC', 'hl-BCH']);
  assert.deepEqual(findNearestNames('something-else', known), []);
});
