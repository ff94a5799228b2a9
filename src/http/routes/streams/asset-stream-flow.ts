import type { Logger } from 'pino';
import type { Clock } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Pulses } from '../../../feed/pulses/pulses.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { FlowTopic } from '../../sse/flow-topic.ts';
import {
  answerWithStream,
  joinTopics,
  STREAM_RULES,
  streamFacts,
  streamFailures,
  streamInputs,
} from '../../sse/stream-route.ts';
import { Topics } from '../../sse/topics.ts';
import { flowFrameFields } from './shapes/flow-frame.ts';

export interface FlowStreamOptions {
  readonly assets: AssetFinder;
  readonly feed: Feed;
  readonly pulses: Pulses;
  readonly clock: Clock;
  readonly log: Logger;
}

/** GET /api/asset/:asset/stream-flow: a stream of the order flow, one event per pulse. */
export const registerAssetStreamFlow: Registration<FlowStreamOptions> = (
  app,
  { assets, feed, pulses, clock, log },
  { hub },
) => {
  const topics = new Topics<FlowTopic>();
  app.addHook('onClose', async () => topics.close());

  const topic = joinTopics(topics, pulses, (ref) => new FlowTopic({ ref, feed, pulses, hub, clock }));

  app.get(
    '/api/asset/:asset/stream-flow',
    {
      config: streamFacts,
      schema: {
        operationId: 'streamFlow',
        summary: 'Live order flow of one asset',
        description: `Sends an event per price update, classified by the tick rule against the update before. \`cumulative\` starts at 0 with each connection. ${STREAM_RULES}`,
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

const frameSchema = s.object('`data:` of one event.', flowFrameFields());
