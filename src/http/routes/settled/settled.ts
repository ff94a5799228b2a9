import { Type } from 'typebox';
import { type Clock, epochMs } from '../../../domain/index.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import { readPage } from '../../parameters/cursors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { EndedMarkets } from '../../shapes/ended-names.ts';
import {
  namedSettledRowSchema,
  type Rights,
  reasonField,
  sourceField,
  toSettledBody,
  verdictField,
} from '../../shapes/settled-row.ts';

const DEFAULT_ROWS = 100;
const MAX_ROWS = 1_000;
const CURSOR = 'WyJzZXR0bGVkIiwxNzYzNzAwMDAwMDAwLCJwbS1hIl0';

export interface SettledOptions {
  readonly history: HistoryReader;
  readonly clock: Clock;
  readonly rights: Rights;
}

/** GET /api/settled: results of markets about a price, recomputed from recorded values. */
export const registerSettled: Registration<SettledOptions> = (app, { history, clock, rights }) => {
  const markets = new EndedMarkets(history, clock);
  app.get(
    '/api/settled',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getSettled',
        summary: 'Whether results of markets follow from recorded prices',
        description:
          'Markets that settle by a price, decided again from the recorded values of their own source; docs/settled.md says what that proves. Oldest first by decidedAt, then asset. To follow, repeat the request with since set to the last decidedAt: a market that is decided anew comes again.',
        tags: ['settled'],
        querystring: s.queryParams({
          venue: s.onlyVenueParam(),
          source: Type.Optional(sourceField('Only markets that settle by this source.')),
          verdict: Type.Optional(verdictField('Only this verdict.')),
          reason: Type.Optional(reasonField('Only markets that are unknown for this reason.')),
          since: Type.Optional(s.timeParam('Only markets decided at this time or later.', 1_763_600_000_000)),
          limit: s.int('Maximum number of markets.', DEFAULT_ROWS, {
            default: DEFAULT_ROWS,
            minimum: 1,
            'x-cap': MAX_ROWS,
          }),
          cursor: Type.Optional(
            s.text('`nextCursor` of an earlier answer to the same filters.', CURSOR, {
              minLength: 1,
              maxLength: 1_024,
            }),
          ),
        }),
        response: { 200: settledSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query: { venue, source, verdict, reason, since, limit, cursor } }) => {
      const { rows, nextCursor } = await readPage(() =>
        history.listSettled({
          limit,
          ...(venue === undefined ? {} : { venue }),
          ...(source === undefined ? {} : { source }),
          ...(verdict === undefined ? {} : { verdict }),
          ...(reason === undefined ? {} : { reason }),
          ...(since === undefined ? {} : { since: epochMs(since) }),
          ...(cursor === undefined ? {} : { cursor }),
        }),
      );
      const names = await markets.readNames(rows);
      return {
        ok: true as const,
        count: rows.length,
        settled: rows.map((row, i) => ({ ...names[i]!, ...toSettledBody(row, rights) })),
        nextCursor,
        truncated: nextCursor !== null,
      };
    },
  );
};

const settledSchema = s.object('Verdicts on markets.', {
  ok: s.okTrue(),
  count: s.int('Markets in this answer.', 1),
  settled: s.array(
    'Verdicts, oldest first by decidedAt, then asset.',
    namedSettledRowSchema('Verdict on one market, with its names.'),
  ),
  nextCursor: s.nextCursorField(CURSOR),
  truncated: s.named('ListTruncated', s.bool('Whether more follows beyond the limit.', false)),
});
