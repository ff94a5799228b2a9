import type { ServedTree } from '../../../history/tree/served/served-tree.ts';
import type { TreeFinder } from '../../parameters/export-choice.ts';
import { ApiError } from '../../responses/errors.ts';

export interface ExportRouteOptions extends TreeFinder {
  /** Tree that the service serves; null: the history is not a local file, so there is no tree. */
  readonly tree: ServedTree | null;
}

/** Access of all calls on the tree. */
export const EXPORT_ACCESS = {
  access: 'enterprise',
  feature: 'history-export',
  cacheSeconds: 0,
  probe: false,
} as const;

/** Returns the tree. @throws {ApiError} 404 when the history is not a local file. */
export function requireTree(tree: ServedTree | null): ServedTree {
  if (tree !== null) return tree;
  throw new ApiError(
    'file_not_found',
    'this service keeps its history on ClickHouse and has no tree: read series with /api/history/{venue}/{asset}/parquet and /api/history/merged, or query ClickHouse; books and trades with /api/book/{asset}/changes/parquet and /api/trades/{asset}/parquet',
  );
}
