import { statSync } from 'node:fs';

/** Returns the size of a file in bytes; 0 when it does not exist. */
export function readSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
