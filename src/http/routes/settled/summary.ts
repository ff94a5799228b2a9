import { Type } from 'typebox';
import { type Clock, DAY_MS, epochMs } from '../../../domain/index.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import { summariseSettled } from '../../../settled/summarise.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { sourceField } from '../../shapes/settled-row.ts';

const DEFAULT_DAYS = 7;
const MAX_DAYS = 365;
const NONE_DECIDED = 'no market was decided';

export interface SettledSummaryOptions {
  readonly history: HistoryReader;
  readonly clock: Clock;
}

/** GET /api/settled/summary: number of verdicts by venue and source. */
export const registerSettledSummary: Registration<SettledSummaryOptions> = (app, { history, clock }) => {
  app.get(
    '/api/settled/summary',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getSettledSummary',
        summary: 'How many results follow from recorded prices, by venue and source',
        description:
          'Markets that closed in the last days. `share` is reproduced of those that were decided, with an interval that counts markets on one value once; `coverage` is how many were decided.',
        tags: ['settled'],
        querystring: s.queryParams({
          days: s.int('Last days, of 24 hours each.', DEFAULT_DAYS, {
            default: DEFAULT_DAYS,
            minimum: 1,
            maximum: MAX_DAYS,
          }),
        }),
        response: { 200: summarySchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query: { days } }) => {
      const toMs = clock();
      const fromMs = epochMs(toMs - days * DAY_MS);
      const counts = await history.countSettled({ fromMs, toMs });
      return { ok: true as const, days, fromMs, toMs, rows: summariseSettled(counts) };
    },
  );
};

const share = (description: string) => s.nullable(s.num(description, 0.99), NONE_DECIDED);

const summarySchema = s.object('Verdicts by venue and source.', {
  ok: s.okTrue(),
  days: s.int('The days that were asked for.', DEFAULT_DAYS),
  fromMs: s.epochMsField('Start of the span of closes.'),
  toMs: s.epochMsField('End of the span of closes.'),
  rows: s.array(
    'One row a venue and source.',
    s.object('Verdicts of one venue and source.', {
      venue: s.venueField('Venue of the markets.'),
      source: s.nullable(sourceField('Source of the values that decide.'), 'the venue states none'),
      all: s.int('Markets with a verdict.', 672),
      reproduced: s.int('Markets whose result follows.', 660),
      contradicted: s.int('Markets whose result contradicts the values.', 1),
      unknown: Type.Unsafe<Readonly<Record<string, number>>>({
        type: 'object',
        description: 'Undecided markets by reason.',
        additionalProperties: s.int('Markets.', 11),
        examples: [{ second_missing: 11 }],
      }),
      share: share('Reproduced of those that were decided.'),
      shareLow: share('Lower end of the interval of the share.'),
      shareHigh: share('Upper end of the interval of the share.'),
      coverage: s.nullable(s.num('Decided of all.', 0.98), 'there is none'),
    }),
  ),
});
