import { Type } from 'typebox';
import { type Clock, DAY_MS } from '../../../domain/index.ts';
import type { SettledDayReader } from '../../../history/contract/settled-days.ts';
import { nameDay } from '../../../settled/days/closed-days.ts';
import { decodeEntries, parseEntry } from '../../../settled/proof/day-coding.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

const MAX_DAYS = 400;

export interface SettledHeadsOptions {
  readonly history: SettledDayReader;
  readonly clock: Clock;
}

/** GET /api/settled/heads: the head hashes of closed days. */
export const registerSettledHeads: Registration<SettledHeadsOptions> = (app, { history, clock }) => {
  app.get(
    '/api/settled/heads',
    {
      config: { access: 'free', cacheSeconds: 3_600 },
      schema: {
        operationId: 'getSettledHeads',
        summary: 'Heads of closed days',
        description: `A line a day (UTC), closed days alone, oldest first. Kept elsewhere, a head proves that nothing of its day and of the days before was altered since; docs/settled.md tells what else it does not prove. At most ${MAX_DAYS} days, by default the last ones.`,
        tags: ['settled'],
        querystring: s.queryParams({
          fromDay: Type.Optional(dayField('First day.')),
          toDay: Type.Optional(dayField('Last day, included.')),
        }),
        response: { 200: headsSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query }) => {
      const { fromDay, toDay } = readSpan(query, clock());
      // The day before the first is read too, because its head is the `previousHead` of the first.
      const days = await history.listSettledDays(fromDay - 1, toDay);
      const heads = days.flatMap((closed, i) => {
        if (closed.day < fromDay) return [];
        const { entries, results } = decodeEntries(closed.day, closed.entries);
        const keys = new Set(entries.map(({ entry }) => parseEntry(entry).key).filter((key) => key !== ''));
        const { day, root, head, previousHead } = nameDay(closed, days[i - 1]);
        const counts = { entries: entries.length, series: keys.size, resolutions: results };
        return [{ day, root, head, previousHead, ...counts }];
      });
      return { ok: true as const, count: heads.length, heads };
    },
  );
};

/**
 * Reads the span of days of a query. @throws {ApiError} `validation_failed` for an invalid day, and for a span that is
 * too long.
 */
function readSpan(query: { readonly fromDay?: string; readonly toDay?: string }, now: number) {
  const today = Math.floor(now / DAY_MS);
  const given = { fromDay: readDay(query.fromDay, 'fromDay'), toDay: readDay(query.toDay, 'toDay') };
  const toDay = given.toDay ?? (given.fromDay === null ? today : given.fromDay + MAX_DAYS - 1);
  const fromDay = given.fromDay ?? toDay - MAX_DAYS + 1;
  if (toDay - fromDay >= MAX_DAYS)
    throw new ApiError('validation_failed', `fromDay to toDay must span at most ${MAX_DAYS} days`, {
      extra: { parameter: 'fromDay' },
    });
  return { fromDay, toDay };
}

function readDay(text: string | undefined, parameter: string): number | null {
  if (text === undefined) return null;
  const t = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(t) || new Date(t).toISOString().slice(0, 10) !== text)
    throw new ApiError('validation_failed', `${parameter} must be a day, such as 2026-10-05`, {
      extra: { parameter },
    });
  return t / DAY_MS;
}

const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';
const HEAD = '1f5c905da8dfa3cd7690efc7462e3ae8b21f8e0ae722a9b8b4e926692176ff98';

function dayField(description: string) {
  return s.text(description, '2026-10-05', { pattern: DAY_PATTERN });
}

const headsSchema = s.object('Closed days.', {
  ok: s.okTrue(),
  count: s.int('Days in this answer.', 1),
  heads: s.array(
    'Days, oldest first.',
    s.object('One day.', {
      day: s.text('UTC.', '2026-10-05'),
      root: s.text('Root of the tree of the day, hexadecimal.', HEAD),
      head: s.text('Hash of the head of the day before, the root and the day.', HEAD),
      previousHead: s.text('Head of the day before; zeros before the first.', '0'.repeat(64)),
      entries: s.int('Hours of series, and hours with results.', 576),
      series: s.int('Series with values.', 24),
      resolutions: s.int('Results recorded.', 3_000),
    }),
  ),
});
