/** Whether a call of the file system failed, with one of the codes if any are given. */
export function isFileError(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('syscall' in error)) return false;
  return codes.length === 0 || codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
