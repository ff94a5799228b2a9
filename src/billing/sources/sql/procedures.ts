import { bindOperations } from '../../../storage/procedure.ts';
import { prepareReviewRows } from '../../review/sql/review-rows.ts';
import { storeComparison } from '../operations/compare.ts';
import { prepareSourceRows } from './source-rows.ts';

export const procedures = bindOperations(import.meta.url, [storeComparison], (tx) => ({
  sources: prepareSourceRows(tx),
  review: prepareReviewRows(tx),
}));
