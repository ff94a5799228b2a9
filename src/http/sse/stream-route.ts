import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Type } from 'typebox';
import type { AssetRef } from '../../domain/index.ts';
import type { Pulses } from '../../feed/pulses/pulses.ts';
import type { AssetFinder } from '../../feed/readers.ts';
import { charge } from '../access/pipeline.ts';
import { readRequestFacts } from '../access/request-facts.ts';
import type { RouteFacts } from '../access/route-config.ts';
import { findAssetVenue } from '../access/venue-scopes.ts';
import { requireAsset } from '../parameters/assets.ts';
import type { ErrorCode } from '../responses/errors.ts';
import * as s from '../schemas/schema.ts';
import { formatStreamHeaders, type StreamHub } from './stream-hub.ts';
import type { StreamReader } from './stream-reader.ts';
import type { Topic, Topics } from './topics.ts';

/** Route facts that all streams share. */
export const streamFacts: RouteFacts = {
  access: 'pro',
  feature: 'realtime',
  cacheSeconds: 0,
  probe: false,
  direct: true,
  isStream: true,
  getVenues: findAssetVenue,
};

/** Builds the schema of the parameters of every stream of an asset. */
export const streamInputs = () => ({
  params: Type.Object({ asset: s.assetParam() }),
  headers: resumeHeaders(s.sharedParam('LastEventId', lastEventId('4f1c20a9be77-42'))),
});

/** Failures of every stream of assets. @param more Further codes of a stream. */
export const streamFailures = (...more: readonly ErrorCode[]) =>
  s.failures(
    'validation_failed',
    'asset_not_found',
    'too_many_streams',
    'stream_capacity',
    'streams_interrupted',
    ...more,
  );

/** Builds the schema of the header that resumes a stream. */
export const resumeHeaders = (id: ReturnType<typeof lastEventId>) =>
  Type.Object({ 'Last-Event-ID': Type.Optional(id) });

export const lastEventId = (example: string) =>
  s.text('Id of the last event that was received; the stream resumes after it.', example);

export const STREAM_RULES =
  'Begins with the comment `: connected`; `: heartbeat` follows every 25 s. Send the id of the last event as `Last-Event-ID` to resume after it. `event: resync` with `{lastEventId}` means that events were missed; the newest state follows. At shutdown a `retry:` hint is sent. A reader that leaves more than 1 MiB unread, or anything for 30 s, is disconnected.';

interface StreamRequest extends FastifyRequest {
  params: { asset: string };
}

/**
 * Responds to a request with the stream of one asset. A 404 and the limits are sent before the first byte of the
 * stream.
 *
 * @param join Sends the reader what it missed, and all later events. Returns a function that ends this.
 * @param onLeft Called when the reader has left.
 */
export async function answerWithStream(
  { assets, ...parts }: StreamParts & { readonly assets: AssetFinder },
  request: FastifyRequest,
  reply: FastifyReply,
  { join, onLeft }: StreamTopic,
): Promise<void> {
  const { ref } = await requireAsset(assets, (request as StreamRequest).params.asset);
  await openStream(parts, request, reply, {
    join: (reader, lastEventId) => join(ref, reader, lastEventId),
    onLeft: () => onLeft(ref),
  });
}

export interface StreamParts {
  readonly hub: StreamHub;
  readonly log: Logger;
}

/** A topic that readers join. It is notified when one has left. */
export interface OpenTopic {
  readonly join: (reader: StreamReader, lastEventId: string | null) => Promise<() => void> | (() => void);
  readonly onLeft: () => void;
}

/** Turns the response to a request into a stream. Limits are checked before its first byte. */
export async function openStream(
  { hub, log }: StreamParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { join, onLeft }: OpenTopic,
): Promise<void> {
  if (request.method === 'HEAD') {
    const headers = formatStreamHeaders(reply);
    reply.hijack();
    reply.raw.writeHead(200, headers).end();
    return;
  }
  const given = request.headers['last-event-id'];
  const lastEventId = typeof given === 'string' && given !== '' ? given : null;
  const seat = hub.reserve(request.ip);
  // The price is charged last, when only the ledger write can still fail: a refused stream costs nothing.
  const refund = await charge(request).catch((error: unknown) => {
    seat.release();
    throw error;
  });
  // A stream that did not begin is refunded too, whichever side ended it while the charge was stored.
  const giveBack = () =>
    refund().catch((error: unknown) =>
      log.error({ err: error, ...readRequestFacts(request) }, 'a price could not be given back'),
    );
  let leave: (() => void) | null = null;
  let reader: StreamReader;
  try {
    reader = hub.open(seat, request, reply, () => {
      leave?.();
      leave = null;
      onLeft();
    });
  } catch (error) {
    await giveBack();
    throw error;
  }
  try {
    const left = await join(reader, lastEventId);
    if (reader.isOpen) {
      leave = left;
    } else {
      left();
      onLeft();
    }
  } catch (error) {
    // The head was already sent, so no status can report the failure. The reader sees the connection end, and
    // reconnects.
    log.error({ err: error, ...readRequestFacts(request) }, 'stream could not begin');
    reader.destroy();
    await giveBack();
  }
}

/** A shared source of events that readers join and leave. */
export interface StreamTopic {
  readonly join: (
    ref: AssetRef,
    reader: StreamReader,
    lastEventId: string | null,
  ) => Promise<() => void> | (() => void);
  readonly onLeft: (ref: AssetRef) => void;
}

interface PulseTopic extends Topic {
  join(reader: StreamReader, lastEventId: string | null): () => void;
}

/**
 * Adds readers to the topics of their assets, after this process has received the last pulse that a resuming reader
 * saw.
 */
export function joinTopics<T extends PulseTopic>(
  topics: Topics<T>,
  pulses: Pick<Pulses, 'catchUp'>,
  createTopic: (ref: AssetRef) => T,
): StreamTopic {
  return {
    join: async (ref, reader, lastEventId) => {
      if (lastEventId !== null) await pulses.catchUp?.(ref.asset, lastEventId);
      return topics.get(ref.asset, () => createTopic(ref)).join(reader, lastEventId);
    },
    onLeft: ({ asset }) => topics.release(asset),
  };
}
