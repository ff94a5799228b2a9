import type { Static, TSchema } from 'typebox';
import type { WireSchema } from '../../../upstream/client.ts';
import type { CallPurpose } from '../calls/call-budget.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { readJson } from '../live/venue-read.ts';
import { computeRowsWeight, toQueryCall, weighRows } from './limits.ts';

interface InfoQueryOptions {
  readonly purpose: CallPurpose;
  readonly account: string | null;
  readonly isImpatient?: true;
  /** Maximum number of rows in an answer whose cost grows with its rows; absent: the cost is fixed. */
  readonly maxRows?: number;
}

/** Sends one query to `/info`, counted by its purpose and account. @throws {VenueReadError} */
export function queryInfo<Schema extends TSchema>(
  http: VenueHttp,
  { purpose, account, isImpatient, maxRows }: InfoQueryOptions,
  query: Readonly<{ type: string; [member: string]: unknown }>,
  wire: WireSchema<Schema>,
  signal: AbortSignal,
): Promise<Static<Schema>> {
  const call = {
    ...toQueryCall(purpose, account, query.type),
    ...(isImpatient === true ? { isImpatient } : {}),
    ...(maxRows === undefined ? {} : { maxAnswerCost: computeRowsWeight(maxRows) }),
  };
  const weighAnswer = maxRows === undefined ? {} : { weighAnswer: weighRows };
  const body = JSON.stringify(query);
  return readJson(http, { method: 'POST', path: '/info', body, call, ...weighAnswer, signal }, wire);
}
