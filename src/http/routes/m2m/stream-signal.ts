import type { Logger } from 'pino';
import type { Clock } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Pulses } from '../../../feed/pulses/pulses.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import type { Registration } from '../../routing/registration.ts';
import { signalFrameSchema } from '../../shapes/bundle.ts';
import { SignalTopic } from '../../sse/signal-topic.ts';
import {
  answerWithStream,
  STREAM_RULES,
  streamFacts,
  streamFailures,
  streamInputs,
} from '../../sse/stream-route.ts';
import { Topics } from '../../sse/topics.ts';

export interface SignalStreamOptions {
  readonly assets: AssetFinder;
  readonly feed: Feed;
  readonly pulses: Pulses;
  readonly m2m: M2m;
  readonly clock: Clock;
  readonly log: Logger;
}

/** GET /api/m2m/:asset/stream-signal: a stream of the bundle of one asset, sent whenever it changes. */
export const registerM2mStreamSignal: Registration<SignalStreamOptions> = (app, options, { hub, now }) => {
  const { assets, feed, pulses, m2m, clock, log } = options;
  const topics = new Topics<SignalTopic>();
  app.addHook('onClose', async () => topics.close());

  app.get(
    '/api/m2m/:asset/stream-signal',
    {
      config: streamFacts,
      schema: {
        operationId: 'streamSignal',
        summary: 'Live bundle of one asset',
        description: `Sends the bundle with a cause: \`init\` on connect, \`pulse\` after a price move (at most every 1,500 ms), \`idle\` after 15 quiet seconds. ${STREAM_RULES}`,
        tags: ['streams'],
        produces: ['text/event-stream'],
        ...streamInputs(),
        response: {
          200: rawAnswer(signalFrameSchema()),
          ...streamFailures(),
        },
      },
    },
    (request, reply) =>
      answerWithStream({ assets, hub, log }, request, reply, {
        join: (ref, reader, lastEventId) =>
          topics
            .get(ref.asset, () => new SignalTopic({ ref, feed, pulses, m2m, hub, clock, log, now }))
            .join(reader, lastEventId),
        onLeft: ({ asset }) => topics.release(asset),
      }),
  );
};
