import { type Static, Type } from 'typebox';
import { MAX_GRACE_MS } from '../../../accounts/keys/keys.ts';
import { requireKey } from '../../access/key-holder.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { keyRecordSchema, toKeyBody } from './shapes/key-record.ts';

const rotateBody = () =>
  strictBody({
    graceMs: Type.Optional(
      Type.Integer({
        description: 'Time in ms for which the old key continues to work, at most until it expires.',
        minimum: 0,
        maximum: MAX_GRACE_MS,
        default: 0,
        examples: [3_600_000],
      }),
    ),
  });

/** POST /api/account/keys/rotate: replaces the calling key by a new one. */
export const registerRotate: Registration<AccountRouteOptions> = (app, { keys }) => {
  app.post(
    '/api/account/keys/rotate',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'rotateKey',
        summary: 'Rotates the key of the caller',
        description:
          'The new key has the same owner, tier, venues, label and expiry, and continues the same limits and usage. It is shown only once. Repeating the call with the old key during its grace period returns the record of the same new key and does not extend the period.',
        tags: ['account'],
        body: rotateBody(),
        response: {
          200: s.object('New key with its record.', {
            ok: s.okTrue(),
            rawKey: s.nullable(
              s.text('New API key; it is shown only once.', 'ct_live_...'),
              'the key was already rotated and the new key was shown then',
            ),
            record: keyRecordSchema(),
            previous: s.object('Old key.', {
              hash: s.text(
                'SHA-256 of the old key in hex.',
                '645b505be74e9a8d757b2ae5ee21d305111ca0be70e4f9dbad80c8e8156a91be',
              ),
              expiresAt: s.expiresAtField(),
            }),
          }),
          ...s.failures('validation_failed', 'missing_api_key', 'invalid_api_key', 'ledger_unavailable'),
        },
      },
      // All members have defaults, so a request without a body is valid.
      preValidation: async (request) => {
        request.body ??= {} as Static<ReturnType<typeof rotateBody>>;
      },
    },
    async (request) => {
      const { hash } = requireKey(request);
      const outcome = await requireStore(() => keys.rotate(hash, request.body.graceMs ?? 0));
      if (outcome.status === 'not_live') {
        throw new ApiError('invalid_api_key', 'the API key is malformed, unknown, revoked or expired');
      }
      const { previous } = outcome;
      const { rawKey, record } =
        outcome.status === 'rotated' ? outcome.issued : { rawKey: null, record: outcome.successor };
      return {
        ok: true as const,
        rawKey,
        record: toKeyBody(record),
        previous: { hash: previous.hash, expiresAt: previous.expiresAt },
      };
    },
  );
};
