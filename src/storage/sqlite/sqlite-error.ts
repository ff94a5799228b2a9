/** Whether an error comes from `node:sqlite`: a statement, the file or its disk failed. */
export function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number';
}
