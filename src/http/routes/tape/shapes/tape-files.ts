import { Type } from 'typebox';
import { FILE_FORMATS, type FileFormat } from '../../../../history/formats/table.ts';
import { findAssetVenue } from '../../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../../heavy/heavy-answer.ts';
import {
  requireTapeAsset,
  type TapeContent,
  type TapeRouteOptions,
} from '../../../parameters/tape-access.ts';
import { decideCacheSeconds, readTapePage, type TapeWindowLimits } from '../../../parameters/tape-window.ts';
import { buildAttachmentHeaders } from '../../../responses/csv.ts';
import { readPageSearch } from '../../../responses/page-headers.ts';
import type { ApiServer } from '../../../routing/registration.ts';
import * as s from '../../../schemas/schema.ts';
import { describeMedia, FILE_MEDIA, fileAnswer, TAPE_FILE_ACCESS, tapeFileParams } from './file-fields.ts';
import { tapeFailures } from './tape-fields.ts';

/** A list of the tape that is served as a file too. */
export interface TapeFile {
  /** Path of the list. The path of a file adds the format. */
  readonly path: '/api/book/:asset/changes' | '/api/trades/:asset';
  /** Operation id of the list. That of a file adds the format. */
  readonly operationId: string;
  /** Content of the list, to which the summary adds the format: `Recorded trades`. */
  readonly title: string;
  readonly description: string;
  /** Example of a file with one row, for the formats that are text. */
  readonly examples: Readonly<Record<'csv' | 'jsonl', string>>;
  readonly job: 'bookChangesFile' | 'tradesFile';
  readonly content: TapeContent;
  readonly limits: TapeWindowLimits;
  /** Part of the file's name after the asset. */
  readonly name: string;
}

const FORMAT_NAMES: Readonly<Record<FileFormat, string>> = {
  csv: 'CSV',
  jsonl: 'JSON lines',
  parquet: 'Parquet',
  arrow: 'an Arrow IPC stream',
};

/** Registers the files of a list of the tape: its /csv, /jsonl, /parquet and /arrow. */
export function registerTapeFiles(
  app: ApiServer,
  options: TapeRouteOptions,
  { path, operationId, title, description, examples, job, content, limits, name }: TapeFile,
): void {
  for (const format of FILE_FORMATS) {
    const summary = `${title} as ${FORMAT_NAMES[format]}`;
    app.get(
      `${path}/${format}`,
      {
        config: { ...TAPE_FILE_ACCESS, getVenues: findAssetVenue },
        schema: {
          operationId: `${operationId}${format[0]!.toUpperCase()}${format.slice(1)}`,
          summary,
          description: `Oldest first, ${description} X-Truncated says whether more follows; X-Next-Cursor and Link lead there.`,
          tags: ['tape'],
          produces: [describeMedia(format)],
          params: Type.Object({ asset: s.assetParam() }),
          querystring: s.queryParams(tapeFileParams()),
          response: { 200: fileAnswer(format, summary, examples), ...tapeFailures() },
        },
      },
      async ({ params, query: { limit, ...query }, url }) => {
        const now = options.clock();
        const ref = await requireTapeAsset(options, params.asset);
        const page = await readTapePage(options.tape, now, query, limits);
        const { window, after } = page;
        const { venue, storeKey } = ref;
        const search = readPageSearch(url);
        return new HeavyAnswer(
          { kind: job, input: { key: { venue, storeKey }, window, after, limit, format, search } },
          {
            contentType: FILE_MEDIA[format],
            headers: buildAttachmentHeaders(`${ref.asset}-${name}.${format}`),
            cacheSeconds: decideCacheSeconds(window.toMs, page, content),
          },
        );
      },
    );
  }
}
