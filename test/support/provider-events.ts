import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import type { SigningSecrets } from '../../src/billing/webhooks/receiver.ts';

/** Secrets of a test, one for each scheme. */
export const WEBHOOK_SECRETS = {
  stripe: ['whsec_provider_a'],
  coinbase: ['provider-b-secret'],
  coinbaseCommerce: ['provider-b-secret'],
  hmac: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
  hmacPlain: ['plain-secret'],
} satisfies SigningSecrets;

/** A call as a provider makes it. */
export interface ProviderCall {
  readonly provider: 'stripe' | 'coinbase' | 'hmac';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Builds a call that Stripe's own library signed. */
export function stripeCall(event: object, nowMs: number, secret = WEBHOOK_SECRETS.stripe[0]): ProviderCall {
  const body = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: secret as string,
    timestamp: Math.floor(nowMs / 1_000),
  });
  return { provider: 'stripe', body, headers: { ...JSON_TYPE, 'stripe-signature': signature } };
}

/** Builds a call that the library of Standard Webhooks signed. */
export function standardCall(
  event: object,
  nowMs: number,
  { id = 'msg_1', secret = WEBHOOK_SECRETS.hmac[0]! } = {},
): ProviderCall {
  const body = JSON.stringify(event);
  const at = new Date(nowMs);
  return {
    provider: 'hmac',
    body,
    headers: {
      ...JSON_TYPE,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  };
}

/** Builds a call in the form without a time, for senders that cannot do more. */
export function plainCall(event: object, secret = WEBHOOK_SECRETS.hmacPlain[0]!) {
  return removeMarkup(JSON.stringify(event), secret);
}

/** Removes markup from a body of text or bytes. */
export function removeMarkup<Body extends string | Buffer>(
  body: Body,
  secret = WEBHOOK_SECRETS.hmacPlain[0]!,
) {
  const mac = createHmac('sha256', secret).update(body).digest('hex');
  return {
    provider: 'hmac' as const,
    body,
    headers: { ...JSON_TYPE, 'x-webhook-signature': `sha256=${mac}` },
  };
}

/** Signs a call as Coinbase Business does: the time, the named headers, their values and the body. */
export function coinbaseCall(
  event: { readonly eventType: string },
  eventId: string,
  nowMs: number,
  secret = WEBHOOK_SECRETS.coinbase[0]!,
): ProviderCall {
  const body = JSON.stringify(event);
  const signed = { ...JSON_TYPE, 'x-event-id': eventId, 'x-event-type': event.eventType };
  const [t, h] = [Math.floor(nowMs / 1_000), Object.keys(signed).join(' ')];
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const v1 = mac(`${t}.${h}.${Object.values(signed).join('.')}.${body}`);
  return {
    provider: 'coinbase',
    body,
    headers: { ...signed, 'x-hook0-signature': `t=${t},v0=${mac(`${t}.${body}`)},h=${h},v1=${v1}` },
  };
}

/** Signs a call as Coinbase Commerce did. */
export function commerceCall(event: object, secret = WEBHOOK_SECRETS.coinbaseCommerce[0]!): ProviderCall {
  const body = JSON.stringify(event);
  const mac = createHmac('sha256', secret).update(body).digest('hex');
  return { provider: 'coinbase', body, headers: { ...JSON_TYPE, 'x-cc-webhook-signature': mac } };
}

/** Builds a paid Checkout of Stripe; `session` replaces members of it. */
export function paidSession(id: string, session: Record<string, unknown> = {}, event: object = {}) {
  return {
    id: `evt_${id}`,
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: {
      object: {
        id: `cs_${id}`,
        object: 'checkout.session',
        amount_total: 2_500,
        currency: 'usd',
        payment_status: 'paid',
        payment_intent: `pi_${id}`,
        metadata: { crosstape_owner: 'alice' },
        ...session,
      },
    },
    ...event,
  };
}

/** Builds any other event of Stripe about an object. */
export function stripeEvent(id: string, type: string, object: Record<string, unknown>) {
  return { id, object: 'event', type, livemode: false, data: { object } };
}

/** Builds a paid checkout of Coinbase Business. */
export function paidCheckout(id: string, changes: Record<string, unknown> = {}) {
  return {
    id,
    amount: '25.00',
    currency: 'USDC',
    network: 'base',
    eventType: 'checkout.payment.success',
    status: 'COMPLETED',
    metadata: { crosstape_owner: 'alice' },
    settlement: { totalAmount: '25.00', feeAmount: '0.25', netAmount: '24.75', currency: 'USDC' },
    transactionHash: '0x3a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0c1d2e3f4a5b6c7d8e9f0a1b',
    ...changes,
  };
}

/** Builds a confirmed deposit of a system of the operator's own. */
export function ownDeposit(id: string | undefined, data: Record<string, unknown> = {}) {
  return {
    ...(id === undefined ? {} : { id }),
    type: 'deposit.confirmed',
    data: { microUsd: 25_000_000, metadata: { crosstape_owner: 'alice' }, ...data },
  };
}
