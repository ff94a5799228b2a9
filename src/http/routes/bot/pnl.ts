import { requireKey } from '../../access/key-holder.ts';
import { csvAnswer } from '../../heavy/raw-answer.ts';
import { botCursorParam, requireOrder, spanParams } from '../../parameters/bot-pages.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { Answer } from '../../responses/answer.ts';
import { buildAttachmentHeaders, formatCsvRow } from '../../responses/csv.ts';
import { buildPageHeaders, readPageSearch } from '../../responses/page-headers.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { execModeField } from '../../shapes/order.ts';
import type { BotRouteOptions } from './bot-options.ts';
import { DAY_COLUMNS, daySchema, toDayBody } from './shapes/pnl-day.ts';

const KEY_FAILURES = ['validation_failed', 'missing_api_key', 'invalid_api_key', 'rate_limited'] as const;
const DEFAULT_DAYS = 31;
const MAX_DAYS = 366;

/** GET /api/bot/pnl and its .csv: gains and costs of the caller's bot, by UTC day. */
export const registerPnl: Registration<BotRouteOptions> = (app, { bot }) => {
  app.get(
    '/api/bot/pnl',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getBotPnl',
        summary: 'Gain of the bot by UTC day',
        description:
          "Days of the current execution mode, newest first, from the bot's first one on; a day without trades is one of zeros. All days together are `equity.realizedUsd` of the status. Costs no credits.",
        tags: ['bot'],
        querystring: daysQuery(),
        response: {
          200: s.object('Days.', {
            ok: s.okTrue(),
            execMode: execModeField(),
            days: s.array('Days, newest first.', daySchema()),
            truncated: s.bool('Whether older days follow.', false),
            total: s.int('Days of all pages.', 12),
            nextCursor: s.nextCursorField('WyJib3QtZGF5IiwxXQ', 'the page of older days'),
          }),
          ...s.failures(...KEY_FAILURES),
        },
      },
    },
    async (request) => {
      const { days, total, nextCursor } = await readDays(requireKey(request).botId, request.query);
      return {
        ok: true as const,
        execMode: bot.mode,
        days: days.map(toDayBody),
        truncated: nextCursor !== null,
        total,
        nextCursor,
      };
    },
  );

  app.get(
    '/api/bot/pnl.csv',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getBotPnlCsv',
        summary: 'Gain of the bot by UTC day as CSV',
        description:
          'A row for each day, newest first. X-Truncated says whether older days follow; X-Next-Cursor and Link lead to them.',
        tags: ['bot'],
        produces: ['text/csv'],
        querystring: daysQuery(),
        response: {
          200: csvAnswer('CSV as in RFC 4180; rows end with CRLF.', `${DAY_COLUMNS.join(',')}\r\n`),
          ...s.failures(...KEY_FAILURES),
        },
      },
    },
    async (request) => {
      const { days, nextCursor } = await readDays(requireKey(request).botId, request.query);
      const rows = days.map((day) => {
        const body = toDayBody(day);
        return formatCsvRow(DAY_COLUMNS.map((column) => body[column]));
      });
      return new Answer(`${DAY_COLUMNS.join(',')}\r\n${rows.join('')}`, {
        contentType: 'text/csv; charset=utf-8',
        headers: {
          ...buildAttachmentHeaders('pnl.csv'),
          ...buildPageHeaders({ cursor: nextCursor, search: readPageSearch(request.url) }),
        },
      });
    },
  );

  async function readDays(botId: string, { from, to, limit, cursor }: DaysQuery) {
    requireOrder(from, to);
    const page = await bot.journal.listDays(botId, bot.mode, { from, to, limit, cursor });
    if (page === null) throw createCursorError();
    return page;
  }
};

interface DaysQuery {
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  readonly cursor?: string;
}

const daysQuery = () =>
  s.queryParams({
    ...spanParams(),
    limit: s.sharedParam(
      'Days',
      s.int('Maximum number of days on the page.', DEFAULT_DAYS, {
        default: DEFAULT_DAYS,
        minimum: 1,
        maximum: MAX_DAYS,
      }),
    ),
    cursor: botCursorParam(),
  });
