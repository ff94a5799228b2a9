import { Type } from 'typebox';
import type { FileFormat } from '../../../../history/formats/table.ts';
import { binaryFile, csvAnswer } from '../../../heavy/raw-answer.ts';
import * as s from '../../../schemas/schema.ts';

const DEFAULT_ROWS = 100_000;
const MAX_ROWS = 1_000_000;

/** Access facts of the routes for files of the tape. */
export const TAPE_FILE_ACCESS = {
  access: 'enterprise',
  feature: 'history-export',
  cacheSeconds: 1,
  probe: false,
} as const;

/** Media type of a file by the last segment of its path. */
export const FILE_MEDIA: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.stream',
};

/** Returns the media type of a file for the document, without parameters. */
export function describeMedia(format: FileFormat): string {
  return FILE_MEDIA[format].replace(/;.*/, '');
}

/** Schema of a response with a file. @param examples Examples of the formats that are text. */
export const fileAnswer = (
  format: FileFormat,
  description: string,
  examples: Readonly<Record<'csv' | 'jsonl', string>>,
) =>
  format === 'csv' || format === 'jsonl'
    ? csvAnswer(`${description}.`, examples[format])
    : binaryFile(`${description}.`);

const CURSOR = 'WyJ0YXBlLWNoYW5nZSIsMTc2MzY5NjQwMDAwMCwxNzYzNzAwMDAwMDAwLDE3NjM2OTY5MDAwMDAsMF0';

export const tapeFileParams = () => ({
  fromMs: s.fromMsParam(),
  toMs: s.toMsParam(),
  limit: s.sharedParam(
    'TapeFileRows',
    s.int('Maximum number of rows; the oldest of the window are returned.', DEFAULT_ROWS, {
      default: DEFAULT_ROWS,
      minimum: 1,
      maximum: MAX_ROWS,
    }),
  ),
  cursor: Type.Optional(
    s.sharedParam(
      'LaterTapeRows',
      s.text('`X-Next-Cursor` of an earlier answer; the rows after it are returned.', CURSOR, {
        minLength: 1,
        maxLength: 1_024,
      }),
    ),
  ),
});
