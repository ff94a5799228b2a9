import { Type } from 'typebox';
import { decodeForwardCursor } from '../../../history/contract/cursor.ts';
import { findPathVenue } from '../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import type { ForwardFormat } from '../../heavy/jobs/forward.ts';
import { binaryFile, csvAnswer } from '../../heavy/raw-answer.ts';
import { checkCursor } from '../../parameters/cursors.ts';
import { toWindow } from '../../parameters/record-query.ts';
import { requireRecorded, type SeriesFinder } from '../../parameters/references.ts';
import { buildAttachmentHeaders } from '../../responses/csv.ts';
import { readPageSearch } from '../../responses/page-headers.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { FORWARD_MEDIA, FORWARD_NEXT, forwardParams } from './shapes/forward.ts';

const SUMMARIES: Readonly<Record<ForwardFormat, string>> = {
  parquet: 'Recorded observations as Parquet',
  arrow: 'Recorded observations as an Arrow IPC stream',
  jsonl: 'Recorded observations as JSON lines',
};

export type ForwardRouteOptions = SeriesFinder;

/** GET /api/history/:venue/:asset/parquet, /arrow and /jsonl: records oldest first, in one response. */
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
          description: `Oldest records of the window first, in columns t, p, v, s. ${FORWARD_NEXT}`,
          tags: ['history'],
          produces: [FORWARD_MEDIA[format]],
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
          {
            contentType: FORWARD_MEDIA[format],
            headers: buildAttachmentHeaders(`${venue}-${storeKey}.${format}`),
          },
        );
      },
    );
  }
};

const JSON_LINE = '{"t":1763700000000,"p":87250.5,"s":"poll"}\n';
