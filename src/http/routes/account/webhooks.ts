import { Type } from 'typebox';
import type { ProviderId } from '../../../billing/deposits/deposit.ts';
import { findProvider, getProvider, PROVIDERS } from '../../../billing/webhooks/payment-providers.ts';
import { IGNORED_REASONS } from '../../../billing/webhooks/provider-event.ts';
import { toHeaders } from '../../../billing/webhooks/signed-request.ts';
import type { Webhooks } from '../../../billing/webhooks/webhooks.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField, owedField } from '../../shapes/money-fields.ts';

export interface WebhookRouteOptions {
  readonly webhooks: Webhooks;
}

/** Names of the providers for the documentation: `coinbase (or provider_b), hmac`. */
const NAMES = PROVIDERS.map((provider) =>
  [provider, ...getProvider(provider).aliases.map((alias) => `(or ${alias})`)].join(' '),
).join(', ');

const NO_BYTES = Buffer.alloc(0);

/** POST /api/account/webhook/:provider: events of payment providers, which credit balances. */
export const registerWebhooks: Registration<WebhookRouteOptions> = (app, { webhooks }) => {
  app.post(
    '/api/account/webhook/:provider',
    {
      config: { access: 'webhook', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'receiveWebhook',
        summary: 'Receives an event from a payment provider',
        description:
          'The signature covers the exact bytes of the body, which may have any content type and up to 256 KiB. Each event and each payment is applied once; `crosstape_owner` in its metadata names the owner. Events that move no money are acknowledged with `ignored`.',
        tags: ['webhooks'],
        params: s.object('Sender of the event.', {
          provider: s.text(`Payment provider: ${NAMES}.`, 'stripe', {
            maxLength: 64,
          }),
        }),
        response: {
          200: answerSchema(),
          ...s.failures(
            'validation_failed',
            'bad_signature',
            'unknown_provider',
            'payload_too_large',
            'rate_limited',
            'provider_not_configured',
            'ledger_unavailable',
          ),
          409: s.failureWith('ref_conflict'),
        },
      },
    },
    async (request) => {
      const provider = parseProvider(request.params.provider);
      const body = Buffer.isBuffer(request.body) ? request.body : NO_BYTES;
      const headers = toHeaders(request.raw.rawHeaders);
      const outcome = await requireStore(() => webhooks.receive(provider, { headers, body }));
      switch (outcome.status) {
        case 'not_configured':
          throw new ApiError('provider_not_configured', `no webhook secret of ${provider} is configured`);
        case 'bad_signature':
          throw new ApiError('bad_signature', 'the signature is missing, too old, or does not fit the body');
        case 'malformed':
          throw refuseParameter(outcome.member, outcome.message);
        case 'conflict':
          throw new ApiError(
            'ref_conflict',
            'the id came before with another owner or amount: the first one counts, and this one waits for a person',
            { status: 409 },
          );
        case 'ignored':
          return { ok: true as const, ignored: outcome.reason };
        case 'money':
          return {
            ok: true as const,
            provider,
            owner: outcome.owner,
            applied: outcome.applied,
            microUsd: outcome.microUsd,
            balanceMicroUsd: outcome.balance,
            owedMicroUsd: outcome.owed,
            ...(outcome.isHeld ? { held: true } : {}),
          };
      }
    },
  );
};

function parseProvider(name: string): ProviderId {
  const provider = findProvider(name);
  if (provider === null) {
    throw new ApiError('unknown_provider', `provider must be one of ${PROVIDERS.join(', ')}`);
  }
  return provider;
}

const answerSchema = () =>
  s.object('Result of the event.', {
    ok: s.okTrue(),
    ignored: Type.Optional(
      s.choice(
        'Reason why the event moved no money. When it is present, all members below are absent.',
        IGNORED_REASONS,
      ),
    ),
    provider: Type.Optional(s.choice('Payment provider.', PROVIDERS)),
    owner: Type.Optional(s.text('Owner of the balance.', 'owner_1')),
    applied: Type.Optional(
      s.bool(
        'Whether this call applied the event; false when it was applied before or its deposit is in review.',
        true,
      ),
    ),
    microUsd: Type.Optional(
      s.nullable(
        microUsdField('Change of the balance; negative for refunds and disputes.'),
        'the amount is too large to be counted',
      ),
    ),
    balanceMicroUsd: Type.Optional(microUsdField('Current balance.')),
    owedMicroUsd: Type.Optional(owedField()),
    held: Type.Optional(
      s.bool('Present and true when the deposit waits for a review and no balance changed.', true),
    ),
  });
