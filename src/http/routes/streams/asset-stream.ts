import type { Logger } from 'pino';
import type { Clock } from '../../../domain/index.ts';
import type { Pulses } from '../../../feed/pulses/pulses.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { AssetTopic } from '../../sse/asset-topic.ts';
import {
  answerWithStream,
  joinTopics,
  STREAM_RULES,
  streamFacts,
  streamFailures,
  streamInputs,
} from '../../sse/stream-route.ts';
import { Topics } from '../../sse/topics.ts';
import { priceFrameFields } from './shapes/price-frame.ts';

export interface AssetStreamOptions {
  readonly assets: AssetFinder;
  readonly pulses: Pulses;
  readonly clock: Clock;
  readonly log: Logger;
}

/** GET /api/asset/:asset/stream: a stream of the newest price, one event per pulse. */
export const registerAssetStream: Registration<AssetStreamOptions> = (
  app,
  { assets, pulses, clock, log },
  { hub },
) => {
  const topics = new Topics<AssetTopic>();
  const unfollow = pulses.connection === undefined ? null : hub.follow(pulses.connection);
  app.addHook('onClose', async () => {
    unfollow?.();
    topics.close();
  });

  const topic = joinTopics(topics, pulses, (ref) => new AssetTopic({ ref, pulses, hub, clock }));

  app.get(
    '/api/asset/:asset/stream',
    {
      config: { ...streamFacts, price: 'stream' },
      schema: {
        operationId: 'streamAsset',
        summary: 'Live price of one asset',
        description: `Sends the newest state at once, then an event per price update, at most one per 250 ms. ${STREAM_RULES}`,
        tags: ['streams'],
        produces: ['text/event-stream'],
        ...streamInputs(),
        response: {
          200: rawAnswer(frameSchema),
          ...streamFailures(),
        },
      },
    },
    (request, reply) => answerWithStream({ assets, hub, log }, request, reply, topic),
  );
};

const frameSchema = s.object('`data:` of one event.', priceFrameFields());
