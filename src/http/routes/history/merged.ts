import { decodeMergedCursor } from '../../../history/contract/cursor.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { binaryFile } from '../../heavy/raw-answer.ts';
import {
  findVenues,
  MAX_LIST_CHARS,
  MAX_LISTED_ASSETS,
  requireListedSeries,
  splitIds,
} from '../../parameters/asset-lists.ts';
import { checkCursor } from '../../parameters/cursors.ts';
import { toWindow } from '../../parameters/record-query.ts';
import type { SeriesFinder } from '../../parameters/references.ts';
import { buildAttachmentHeaders } from '../../responses/csv.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { readPageSearch } from '../../responses/page-headers.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { FORWARD_MEDIA, FORWARD_NEXT, forwardParams } from './shapes/forward.ts';

/** GET /api/history/merged: records of several series, sorted by time, in one response. */
export const registerMergedHistory: Registration<SeriesFinder> = (app, finder) => {
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
        description: `Oldest records of the window first, sorted by time and asset id, in columns asset, t, p, v, s. ${FORWARD_NEXT}`,
        tags: ['history'],
        produces: [FORWARD_MEDIA.jsonl, FORWARD_MEDIA.arrow],
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
        { contentType: FORWARD_MEDIA[format], headers: buildAttachmentHeaders(`merged.${format}`) },
      );
    },
  );
};
