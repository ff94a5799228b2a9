import type { Clock } from '../../../domain/index.ts';
import type { TreeMaker } from './tree-maker.ts';

/** Error: the file is being written; the caller may request it again a little later. */
export class TreeNotReadyError extends Error {
  override readonly name = 'TreeNotReadyError';
}

/** A file that is ready to be sent. */
export interface ServedFile {
  readonly file: string;
  readonly sha256: string;
}

export interface ServedTreeOptions {
  /** Directory of the written files; nothing else may be in it. */
  readonly directory: string;
  readonly maker: TreeMaker;
  readonly simulated: boolean;
  /** Sources of reference prices whose values are removed from marks and verdicts. Default: none. */
  readonly withheld?: readonly string[];
  readonly clock: Clock;
  /** Monotonic clock, ms. */
  readonly now: () => number;
  /** Maximum size of all files together, bytes. Default: 2 GiB. */
  readonly maxBytes?: number;
  /** Longest wait of a caller for a file, ms. Default: 10 s. */
  readonly waitMs?: number;
}
