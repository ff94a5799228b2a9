import { Type } from 'typebox';
import type { ForwardFormat } from '../../../heavy/jobs/forward.ts';
import * as s from '../../../schemas/schema.ts';

const DEFAULT_RECORDS = 100_000;
const MAX_RECORDS = 1_000_000;

/** Media type of each format. */
export const FORWARD_MEDIA: Readonly<Record<ForwardFormat, string>> = {
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.stream',
  jsonl: 'application/x-ndjson',
};

/** Sentence of a description that says how a caller reads on. */
export const FORWARD_NEXT =
  'The header X-Truncated says whether later records were left out; X-Next-Cursor and Link lead to them.';

/** Builds the parameters of calls that answer with records, oldest first. */
export function forwardParams() {
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
