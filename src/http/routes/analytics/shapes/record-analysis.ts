import { type TProperties, Type } from 'typebox';
import type { Clock } from '../../../../domain/index.ts';
import type { AssetFinder } from '../../../../feed/readers.ts';
import { rawAnswer } from '../../../heavy/raw-answer.ts';
import {
  LIGHT_RECORDS,
  locateRecords,
  type RecordQuery,
  toShownWindow,
  truncatedField,
} from '../../../parameters/record-query.ts';
import * as s from '../../../schemas/schema.ts';
import { seriesFields, windowFields } from '../../../shapes/asset-fields.ts';
import { coverageField, gapsField } from '../../../shapes/coverage.ts';

/** Dependencies of an analysis of the newest records of one asset. */
export interface RecordAnalysisOptions {
  readonly assets: AssetFinder;
  readonly clock: Clock;
}

export const analysisParams = () => Type.Object({ asset: s.assetParam() });

/**
 * Builds the schema of the response of an analysis: the series, the parameters as they were read, the figures, and
 * reasons of missing ones.
 */
export function analysisResponses(
  description: string,
  { params, figures }: { readonly params: TProperties; readonly figures: TProperties },
) {
  const answer = s.object(description, {
    ...seriesFields(),
    params: s.object('Parameters as applied.', {
      ...params,
      ...windowFields(),
      limit: s.int('Maximum number of records read.', 5_000),
    }),
    ...figures,
    gaps: gapsField(),
    coverage: coverageField(),
    truncated: truncatedField(),
  });
  return { 200: rawAnswer(answer), ...s.failures('validation_failed', 'asset_not_found', 'overloaded') };
}

/**
 * Reads the input of an analysis, and decides whether it is small enough to run without a thread.
 *
 * @param own Parameters that only this analysis has.
 * @throws {ApiError} `asset_not_found`, or `validation_failed` when the window ends before it starts.
 */
export async function analysisInput<Own extends object>(
  { assets, clock }: RecordAnalysisOptions,
  asset: string,
  query: RecordQuery,
  own: Own,
) {
  const { ref, head, ...records } = await locateRecords(assets, asset, query, clock());
  const params = { ...own, ...toShownWindow(query) };
  return {
    ref,
    input: { ...records, ...own, head: { ...head, params } },
    cost: { isLight: query.limit <= LIGHT_RECORDS },
  };
}
