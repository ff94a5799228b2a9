import { statSync } from 'node:fs';

/** Bytes of a file; 0: none. */
export function readSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
