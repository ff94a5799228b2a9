import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { LiveTrades } from '../../../feed/live-trades.ts';
import type { Pulses } from '../../../feed/pulses/pulses.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import { requireVenues } from '../../access/key-holder.ts';
import type { RouteFacts } from '../../access/route-config.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { findVenues, MAX_LISTED_ASSETS, splitIds } from '../../parameters/asset-lists.ts';
import { requireAllFound } from '../../parameters/assets.ts';
import { refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { STREAM_KINDS, type StreamKind } from '../../sse/many/event-log.ts';
import { ManyAssets, type ManyWish } from '../../sse/many/many-assets.ts';
import {
  lastEventId,
  openStream,
  resumeHeaders,
  STREAM_RULES,
  streamFacts,
  streamFailures,
} from '../../sse/stream-route.ts';
import { manyFrameSchema } from './shapes/many-frame.ts';

export interface ManyAssetsStreamOptions {
  readonly assets: AssetFinder;
  readonly feed: Feed;
  readonly pulses: Pulses;
  readonly m2m: M2m;
  readonly history: HistoryReader;
  readonly liveTrades: LiveTrades | null;
  readonly clock: Clock;
  readonly log: Logger;
}

const MAX_ID_CHARS = 256;
const MIN_RATE = 0.1;
const MAX_RATE = 4;
const BODY_LIMIT_BYTES = 64 * 1024;

/** GET and POST /api/stream: one stream of up to 200 assets. */
export const registerManyAssetsStream: Registration<ManyAssetsStreamOptions> = (
  app,
  { assets, log, ...parts },
  { hub, now },
) => {
  const many = new ManyAssets({ ...parts, log, hub, now });
  app.addHook('onClose', async () => many.close());

  async function answer(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<void> {
    const { principal } = request.requestContext;
    if (principal.kind === 'key') requireVenues(principal.key, findVenues(asked.assets));
    requireServed(parts, asked);
    const names = [...new Set(asked.assets)];
    const { found, unknown } = await requireAllFound(assets, names, { isPartial: asked.partial ?? false });
    const wish: ManyWish = {
      refs: [...new Map(found.map(({ ref }) => [ref.asset, ref])).values()],
      unknown,
      kinds: [...new Set<StreamKind>(asked.kinds ?? ['quote'])],
      maxRate: asked.maxRate ?? null,
      isRaw: asked.raw ?? false,
    };
    await openStream({ hub, log }, request, reply, {
      join: (reader, resumedFrom) => many.join(wish, reader, resumedFrom),
      onLeft: () => undefined,
    });
  }

  app.get(
    '/api/stream',
    {
      config: manyFacts,
      schema: {
        operationId: 'streamAssets',
        summary: 'Live events of many assets on one connection',
        description: `${ABOUT} A list that is too long for an address goes into the body of a POST. ${STREAM_RULES}`,
        tags: ['streams'],
        produces: ['text/event-stream'],
        querystring: s.queryParams(asked),
        headers: resumeHeaders(s.sharedParam('LastEventId', lastEventId('4f1c20a9be77-42'))),
        response: { 200: rawAnswer(manyFrameSchema()), ...streamFailures() },
      },
    },
    (request, reply) => answer(request, reply, request.query),
  );

  app.post(
    '/api/stream',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      config: manyFacts,
      schema: {
        operationId: 'followAssets',
        summary: 'Live events of many assets on one connection, named in a body',
        description: `${ABOUT} Members are the parameters of the GET. ${STREAM_RULES}`,
        tags: ['streams'],
        produces: ['text/event-stream'],
        headers: resumeHeaders(s.sharedParam('LastEventId', lastEventId('4f1c20a9be77-42'))),
        body: bodySchema,
        response: {
          200: rawAnswer(manyFrameSchema()),
          ...streamFailures('payload_too_large', 'unsupported_media_type'),
        },
      },
    },
    (request, reply) => answer(request, reply, request.body),
  );
};

const ABOUT =
  'Begins with a snapshot of each asset and `ready`, whose id is the position from which the reader resumes; every later event has an id. Events of 50 ms arrive together. A reader with more than 256 KiB unread receives the newest event of each asset and kind; `skipped` counts those in between; with `raw` it is ended by `resync` at 1 MiB instead. Takes one slot and costs one connect, however many assets it has.';

const manyFacts: RouteFacts = {
  ...streamFacts,
  price: 'stream',
  // Only a query is known before the body is read, so the handler checks the venues of a body.
  getVenues: (_params, { assets }) => findVenues(splitIds(String(assets ?? ''))),
};

const asked = {
  assets: Type.Unsafe<string[]>({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: MAX_ID_CHARS },
    minItems: 1,
    maxItems: MAX_LISTED_ASSETS,
    description: `Asset ids, 1 to ${MAX_LISTED_ASSETS}.`,
    examples: [['hl-BTC', 'hl-ETH']],
  }),
  kinds: Type.Optional(
    Type.Unsafe<StreamKind[]>({
      type: 'array',
      items: { type: 'string', enum: STREAM_KINDS },
      minItems: 1,
      maxItems: STREAM_KINDS.length * 2,
      description: 'Kinds of events. Default: quote. Signals of all such streams together are 40 a second.',
      examples: [['quote', 'flow']],
    }),
  ),
  maxRate: Type.Optional(
    s.num('Maximum number of events a second of one asset and kind. The newest are sent.', 1, {
      minimum: MIN_RATE,
      maximum: MAX_RATE,
    }),
  ),
  raw: Type.Optional(
    s.bool('Whether every change of a price is an event of its own, sent at once. Not with maxRate.', false),
  ),
  partial: Type.Optional(
    s.bool('Whether to stream the known assets when some are unknown, which `event: unknown` names.', false),
  ),
};

const bodySchema = strictBody(asked, 'Requested assets and events.');

/**
 * Checks that this process can send the requested kinds of events.
 *
 * @throws {ApiError} `validation_failed` for events that it cannot send.
 */
function requireServed(
  { pulses, liveTrades }: Pick<ManyAssetsStreamOptions, 'pulses' | 'liveTrades'>,
  { kinds = [], raw = false, maxRate }: Asked,
): void {
  if (raw && maxRate !== undefined)
    throw refuseParameter('raw', 'raw sends every change: leave raw or maxRate out');
  if (raw && pulses.overhearChanges === undefined)
    throw refuseParameter('raw', 'raw needs the process that reads the venues; this one follows another');
  if (kinds.includes('trade') && liveTrades === null)
    throw refuseParameter(
      'kinds',
      'kinds may hold trade only where trades are recorded (CROSSTAPE_TRADES=on), by this process itself',
    );
}

type Asked = Static<typeof bodySchema>;
