import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SigningSecrets } from '../../billing/webhooks/receiver.ts';
import { readConfig } from '../../config/config.ts';
import { NO_SECRETS } from '../../config/secrets.ts';
import { checkWebhooks } from './webhooks.ts';

const say = (webhooks: SigningSecrets, env: NodeJS.ProcessEnv = {}, stripeApiKey: string | null = null) =>
  checkWebhooks(readConfig(env), {
    ...NO_SECRETS,
    webhooks,
    stripeApiKey,
  }).map(({ state, detail }) => `${state} ${detail}`);

test('doctor says whose webhooks are taken, and warns of what could cost money', () => {
  assert.deepEqual(say({}), []);
  assert.deepEqual(say({ hmac: ['a', 'b'], coinbase: ['c'] }), [
    'ok taken of Coinbase Business, Standard Webhooks (the secret before is still taken)',
  ]);
  assert.match(say({ stripe: ['sentinel'] }).join(), /warning CROSSTAPE_STRIPE_MODE is not set/);
  assert.deepEqual(say({ stripe: ['sentinel'] }, { CROSSTAPE_STRIPE_MODE: 'live' }, 'key'), [
    'ok taken of Stripe',
  ]);
  assert.match(say({ hmac: ['x'] }, {}, 'sentinel').join(), /no event was ever taken/);
  assert.doesNotMatch(say({ stripe: ['sentinel'] }, {}, 'sentinel').join(), /sentinel/);
});
