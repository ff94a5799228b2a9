import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { describePaymentProvider } from '../../../test/contract/payment-provider.ts';
import {
  coinbaseCall,
  commerceCall,
  ownDeposit,
  paidCheckout,
  paidSession,
  plainCall,
  standardCall,
  stripeCall,
} from '../../../test/support/provider-events.ts';
import { PROVIDERS } from './payment-providers.ts';
import { provider as coinbase } from './providers/coinbase/provider.ts';
import { provider as hmac } from './providers/hmac/provider.ts';
import { provider as stripe } from './providers/stripe/provider.ts';

const TEXTS = ['the first secret', 'the second secret', 'the third secret'] as const;
/** Secrets in the form of Standard Webhooks: `whsec_` and base64 of 32 bytes. */
const STANDARD = [1, 2, 3].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`) as [
  string,
  string,
  string,
];

const CHARGE = {
  event: {
    id: 'event-1',
    type: 'charge:confirmed',
    data: {
      id: 'charge-1',
      pricing: { local: { amount: '25.00', currency: 'USD' } },
      metadata: { crosstape_owner: 'alice' },
    },
  },
};

describePaymentProvider('stripe', stripe, {
  stripe: {
    secrets: TEXTS,
    isTimed: true,
    sign: (secret, nowMs) => stripeCall(paidSession('1'), nowMs, secret),
  },
});

describePaymentProvider('coinbase', coinbase, {
  coinbase: {
    secrets: TEXTS,
    isTimed: true,
    sign: (secret, nowMs) => coinbaseCall(paidCheckout('1'), 'event-1', nowMs, secret),
  },
  coinbaseCommerce: {
    secrets: TEXTS,
    isTimed: false,
    sign: (secret) => commerceCall(CHARGE, secret),
  },
});

describePaymentProvider('hmac', hmac, {
  hmac: {
    secrets: STANDARD,
    isTimed: true,
    sign: (secret, nowMs) => standardCall(ownDeposit('1'), nowMs, { secret }),
  },
  hmacPlain: {
    secrets: TEXTS,
    isTimed: false,
    sign: (secret) => plainCall(ownDeposit('1'), secret),
  },
});

test('every provider has its section in the page of deposits', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/deposits.md'), 'utf8');
  const missing = [...PROVIDERS].filter((id) => !page.includes(`/api/account/webhook/${id}`));
  assert.deepEqual(missing, [], 'a section of docs/deposits.md names the address of the webhook');
});
