import { Type } from 'typebox';
import { decodeForwardCursor, decodeMergedCursor } from '../../../history/contract/cursor.ts';
import { findPathVenue } from '../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import type { ForwardFormat } from '../../heavy/jobs/forward.ts';
import { binaryFile, csvAnswer } from '../../heavy/raw-answer.ts';
import {
  findVenues,
  MAX_LIST_CHARS,
  MAX_LISTED_ASSETS,
  requireListedSeries,
  splitIds,
} from '../../parameters/asset-lists.ts';
import { checkCursor } from '../../parameters/cursors.ts';
import { toWindow } from '../../parameters/record-query.ts';
import { requireRecorded, type SeriesFinder } from '../../parameters/references.ts';
import { buildAttachmentHeaders } from '../../responses/csv.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { readPageSearch } from '../../responses/page-headers.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

const DEFAULT_RECORDS = 100_000;
const MAX_RECORDS = 1_000_000;

/** Media type by the last segment of the path. */
const MEDIA: Readonly<Record<ForwardFormat, string>> = {
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.stream',
  jsonl: 'application/x-ndjson',
};

const SUMMARIES: Readonly<Record<ForwardFormat, string>> = {
  parquet: 'Recorded observations as Parquet',
  arrow: 'Recorded observations as an Arrow IPC stream',
  jsonl: 'Recorded observations as JSON lines',
};

const NEXT =
  'The header X-Truncated says whether later records were left out; X-Next-Cursor and Link lead to them.';

export type ForwardRouteOptions = SeriesFinder;

/**
 * GET /api/history/:venue/:asset/parquet, /arrow, /jsonl, and /api/history/merged: records oldest first, in one
 * response.
 */
export const registerForward: Registration<ForwardRouteOptions> = (app, finder) => {
  for (const format of ['parquet', 'arrow', 'jsonl'] as const) {
    app.get(
      `/api/history/:venue/:asset/${format}`,
      {
        config: {
          access: 'enterprise',
          feature: 'history-export',
          cacheSeconds: 30,
          probe: false,
          getVenues: findPathVenue,
        },
        schema: {
          operationId: `getHistory${format[0]!.toUpperCase()}${format.slice(1)}`,
          summary: SUMMARIES[format],
          description: `Oldest records of the window first, in columns t, p, v, s. ${NEXT}`,
          tags: ['history'],
          produces: [MEDIA[format]],
          params: Type.Object({ venue: s.recorderParam(), asset: s.storeKeyParam() }),
          querystring: s.queryParams(forwardParams()),
          response: {
            200:
              format === 'jsonl'
                ? csvAnswer('One JSON record per line.', JSON_LINE)
                : binaryFile(SUMMARIES[format]),
            ...s.failures(
              'validation_failed',
              'venue_not_found',
              'asset_not_found',
              'source_withheld',
              'overloaded',
            ),
          },
        },
      },
      async ({ params, query: { limit, cursor, ...window }, url }) => {
        const { venue, storeKey } = await requireRecorded(finder, params.venue, params.asset);
        const after = cursor === undefined ? {} : { after: checkCursor(cursor, decodeForwardCursor) };
        const options = { ...toWindow(window), limit, ...after };
        return new HeavyAnswer(
          {
            kind: 'forward',
            input: { key: { venue, storeKey }, options, format, search: readPageSearch(url) },
          },
          { contentType: MEDIA[format], headers: buildAttachmentHeaders(`${venue}-${storeKey}.${format}`) },
        );
      },
    );
  }

  app.get(
    '/api/history/merged',
    {
      config: {
        access: 'enterprise',
        feature: 'history-export',
        cacheSeconds: 30,
        probe: false,
        getVenues: (_params, { assets: list }) => findVenues(splitIds(String(list ?? ''))),
      },
      schema: {
        operationId: 'getMergedHistory',
        summary: 'Several series merged by time',
        description: `Oldest records of the window first, sorted by time and asset id, in columns asset, t, p, v, s. ${NEXT}`,
        tags: ['history'],
        produces: [MEDIA.jsonl, MEDIA.arrow],
        querystring: s.queryParams({
          assets: s.text(`Asset ids separated by commas, at most ${MAX_LISTED_ASSETS}.`, 'hl-BTC,hl-ETH', {
            minLength: 1,
            maxLength: MAX_LIST_CHARS,
          }),
          format: s.choice('Format: JSON lines or an Arrow IPC stream.', ['jsonl', 'arrow'], {
            default: 'jsonl',
          }),
          ...forwardParams(),
        }),
        response: {
          200: binaryFile('JSON lines, or a stream of Arrow record batches.'),
          ...s.failures('validation_failed', 'asset_not_found', 'source_withheld', 'overloaded'),
        },
      },
    },
    async ({ query: { assets: list, format, limit, cursor, ...window }, url }) => {
      const sources = (await requireListedSeries(finder, splitIds(list)))
        .map(({ venue, storeKey, asset }) => ({ venue, storeKey, asset }))
        .sort((a, b) => Buffer.compare(Buffer.from(a.asset), Buffer.from(b.asset)));
      const after = cursor === undefined ? {} : { after: checkCursor(cursor, decodeMergedCursor) };
      if (after.after !== undefined && !sources.some(({ asset }) => asset === after.after.asset)) {
        throw refuseParameter('cursor', 'cursor belongs to a call with other assets; start without one');
      }
      const options = { ...toWindow(window), limit, ...after };
      return new HeavyAnswer(
        { kind: 'merged', input: { sources, options, format, search: readPageSearch(url) } },
        { contentType: MEDIA[format], headers: buildAttachmentHeaders(`merged.${format}`) },
      );
    },
  );
};

const JSON_LINE = '{"t":1763700000000,"p":87250.5,"s":"poll"}\n';

function forwardParams() {
  return {
    fromMs: s.fromMsParam(),
    toMs: s.toMsParam(),
    limit: s.sharedParam(
      'ForwardRecords',
      s.int('Maximum number of records; the oldest of the window are returned.', 100_000, {
        default: DEFAULT_RECORDS,
        minimum: 1,
        maximum: MAX_RECORDS,
      }),
    ),
    cursor: Type.Optional(
      s.sharedParam(
        'LaterRecords',
        s.text(
          '`X-Next-Cursor` of an earlier answer; the records after it are returned.',
          'WyJmb3J3YXJkIiwxNzYzNzAwMDAwMDAwLDFd',
          {
            minLength: 1,
            maxLength: 1_024,
          },
        ),
      ),
    ),
  };
}
