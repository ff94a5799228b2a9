import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { type Clock, formatIsoTime } from '../../../domain/index.ts';
import type { ResolvedAsset } from '../../../feed/feed.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { Bundle } from '../../../m2m/bundle.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import { API_VERSION } from '../../../m2m/versions.ts';
import { readRequestFacts } from '../../access/request-facts.ts';
import { requireFound } from '../../parameters/assets.ts';
import { type ErrorCode, toApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { bundleSchema } from '../../shapes/bundle.ts';
import { apiVersionField } from '../../shapes/m2m-fields.ts';

const MAX_ASSETS = 50;
const BODY_LIMIT_BYTES = 64 * 1024;

/** Replaces a bundle that could not be built. */
interface BatchFailure {
  readonly ok: false;
  readonly asset: string;
  readonly error: ErrorCode;
  readonly message: string;
}

export interface BatchOptions {
  readonly assets: AssetFinder;
  readonly m2m: M2m;
  readonly clock: Clock;
  readonly log: Logger;
}

/** POST /api/m2m/batch: the bundles of up to 50 assets in one response. */
export const registerM2mBatch: Registration<BatchOptions> = (app, { assets, clock, log, m2m }) => {
  app.post(
    '/api/m2m/batch',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      config: { access: 'free', cacheSeconds: 0 },
      schema: {
        operationId: 'postBatch',
        summary: 'Bundles of up to 50 assets',
        description:
          'One item per requested asset, in the same order, duplicates included. The item of one that fails has `ok: false` and an error code; the answer is still 200. Unknown members of the body are ignored. The body has at most 64 KiB.',
        tags: ['m2m'],
        body: bodySchema,
        response: {
          200: answerSchema,
          ...s.failures('validation_failed', 'payload_too_large', 'unsupported_media_type'),
        },
      },
    },
    async (request) => {
      const { body } = request;
      const series = body.series ?? false;
      const known = new Map<string, Promise<Bundle | BatchFailure>>();
      const names = [...new Set(body.assets)];
      const resolved = await assets.resolveMany(names);
      m2m.bundles.prepare(resolved.flatMap((one) => (one === null ? [] : [one.ref])));

      async function readItem(asset: string, found: ResolvedAsset | null): Promise<Bundle | BatchFailure> {
        try {
          return await m2m.bundles.buildBundle(await requireFound(assets, asset, found), { series });
        } catch (error) {
          const { code, message } = toApiError(error);
          if (code === 'internal')
            log.error({ err: error, ...readRequestFacts(request), asset }, 'no bundle for the batch');
          return { ok: false, asset, error: code, message };
        }
      }

      for (const [i, asset] of names.entries()) {
        known.set(asset, readItem(asset, resolved[i] ?? null));
        // The event loop runs other work between two bundles, so that fifty of them do not block it.
        await nextTurn();
      }
      const bundles = await Promise.all(body.assets.map((asset) => known.get(asset)!));
      return {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        apiVersion: API_VERSION,
        requestedCount: body.assets.length,
        bundles,
      };
    },
  );
};

const bodySchema = Type.Object(
  {
    assets: Type.Array(s.text('Asset id; letter case does not matter.', 'hl-BTC', { maxLength: 256 }), {
      minItems: 1,
      maxItems: MAX_ASSETS,
      description: `1 to ${MAX_ASSETS} asset ids.`,
      examples: [['hl-BTC', 'pm-will-it-rain']],
    }),
    series: Type.Optional(
      Type.Boolean({
        description: 'Adds up to 60 prices of the last 24 hours to each bundle.',
        examples: [false],
        default: false,
      }),
    ),
  },
  { description: 'Requested assets.' },
);

const failureSchema = s.object('Failure of one asset.', {
  ok: Type.Unsafe<false>({
    type: 'boolean',
    const: false,
    description: 'false when the bundle could not be computed.',
    examples: [false],
  }),
  asset: s.text('Asset as requested.', 'hl-NOPE'),
  error: s.choice('Stable error code.', ['asset_not_found', 'handler_timeout', 'internal']),
  message: s.text(
    'Failure in one sentence.',
    'no venue lists the asset hl-NOPE and the history holds no record of it',
  ),
});

const answerSchema = s.object('Bundles of several assets.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  apiVersion: apiVersionField(),
  requestedCount: s.int('Number of requested assets.', 2),
  bundles: Type.Unsafe<readonly (Bundle | BatchFailure)[]>({
    type: 'array',
    description: 'One item per requested asset, in the same order.',
    items: { anyOf: [bundleSchema(), failureSchema], description: 'A bundle, or the failure of the asset.' },
  }),
});
