import { type Clock, formatIsoTime, type VenueId } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import { type EndpointDrift, listDrift } from '../../../health/drift.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

export interface DriftOptions {
  readonly feed: Feed;
  readonly clock: Clock;
}

/** GET /api/health/drift: number of answers by venue and endpoint, with unknown and rejected members. */
export const registerDrift: Registration<DriftOptions> = (app, { feed, clock }) => {
  app.get(
    '/api/health/drift',
    {
      config: { access: 'free', cacheSeconds: 5 },
      schema: {
        operationId: 'getDrift',
        summary: 'How the endpoints of the venues differ from what this release knows',
        description:
          'By venue and endpoint, since the start of the process that reads the venue: when it last worked, how many answers came, how many answers and rows were refused, and members that this release does not know.',
        tags: ['health'],
        response: { 200: driftSchema, ...s.failures() },
      },
    },
    async () => ({
      ok: true as const,
      generatedAt: formatIsoTime(clock()),
      venues: Object.fromEntries(
        feed.venues.map((venue) => [venue, listDrift(feed.health(venue).wire)]),
      ) as Partial<Record<VenueId, EndpointDrift[]>>,
    }),
  );
};

const driftSchema = s.object('Drift of the venues.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  venues: s.perVenue(
    'Endpoints and channels of each venue, by name.',
    s.array(
      'Endpoints that have answered since the start.',
      s.named(
        'EndpointDrift',
        s.object('One endpoint or channel.', {
          endpoint: s.text(
            'Route or channel, or the kind of message where it has no route of its own.',
            'kalshi markets page',
          ),
          lastWorkedMs: s.nullable(s.epochMsField('When an answer was last read.'), 'none was read'),
          answers: s.int('Answers, or frames of a channel.', 720),
          refused: s.int('Answers and rows that were refused.', 0),
          unknownMembers: s.array(
            'Members of the newest messages that are neither read nor known.',
            s.text('Name of a member.', 'fractional_trading_enabled'),
          ),
          sinceMs: s.nullable(s.epochMsField('Since when something was refused or unknown.'), 'nothing is'),
        }),
      ),
    ),
  ),
});
