import type { Logger } from 'pino';
import { Type } from 'typebox';
import type { Bot } from '../../../bot/bot.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { fillBasisField } from '../../shapes/order.ts';
import { lastEventId, openStream, resumeHeaders, STREAM_RULES } from '../../sse/stream-route.ts';
import { TapeTopic } from '../../sse/tape-topic.ts';

export interface TapeOptions {
  readonly bot: Pick<Bot, 'tape'>;
  readonly log: Logger;
}

/** GET /api/bot/tape: a stream of the fills of all bots as the ledger records them, under pseudonyms. */
export const registerTape: Registration<TapeOptions> = (app, { bot, log }, { hub }) => {
  const topic = new TapeTopic(bot.tape, hub);
  app.addHook('onClose', async () => topic.close());

  app.get(
    '/api/bot/tape',
    {
      config: { access: 'free', cacheSeconds: 0, probe: false, direct: true, isStream: true },
      schema: {
        operationId: 'streamTape',
        summary: 'Fills of all bots, live',
        description: `Sends \`snapshot\` with the newest 50 fills of the current mode, then \`fills\` within a second of their commit. ${STREAM_RULES}`,
        tags: ['bot'],
        produces: ['text/event-stream'],
        headers: resumeHeaders(lastEventId('mock-42')),
        response: {
          200: rawAnswer(frameSchema),
          ...s.failures('too_many_streams', 'stream_capacity'),
        },
      },
    },
    (request, reply) =>
      openStream({ hub, log }, request, reply, {
        join: (reader, lastEventId) => topic.join(reader, lastEventId),
        onLeft: () => undefined,
      }),
  );
};

const frameSchema = s.object('`data:` of one event.', {
  type: s.choice('`snapshot`: the newest fills, sent on connect; `fills`: new fills.', ['snapshot', 'fills']),
  fills: s.array(
    'Fills, oldest first.',
    s.object('One fill; for binaries, in terms of Yes.', {
      t: s.epochMsField("Time of the fill by the venue's clock."),
      handle: s.text('Stable pseudonym of the bot.', 'quiet-otter-1f0c'),
      venue: s.venueField('Venue of the fill.'),
      venueAsset: s.text("Venue's name of the asset.", 'BTC'),
      side: s.choice('Side of the order; for binaries, of Yes.', ['buy', 'sell']),
      filledUsd: s.num('Amount in US dollars.', 12),
      avgPrice: s.num('Price of the fill: USD, or probability of Yes.', 87_250.5),
      basis: fillBasisField(),
    }),
  ),
  truncated: Type.Optional(s.bool('Whether a `snapshot` lacks earlier fills; absent in `fills`.', false)),
});
