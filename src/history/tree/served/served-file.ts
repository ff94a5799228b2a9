import type { Clock } from '../../../domain/index.ts';
import type { TreeMaker } from './tree-maker.ts';

/** The file is being made: it can be had a little later. */
export class TreeNotReadyError extends Error {
  override readonly name = 'TreeNotReadyError';
}

/** One file, ready to be sent. */
export interface ServedFile {
  readonly file: string;
  readonly sha256: string;
}

export interface ServedTreeOptions {
  /** Directory of the made files, which contains no others. */
  readonly directory: string;
  readonly maker: TreeMaker;
  readonly simulated: boolean;
  /** Sources of reference prices whose values are left out of marks and verdicts. Default: none. */
  readonly withheld?: readonly string[];
  readonly clock: Clock;
  /** Monotonic ms. */
  readonly now: () => number;
  /** Most bytes. Default: 2 GiB. */
  readonly maxBytes?: number;
  /** Wait in ms. Default: 10 s. */
  readonly waitMs?: number;
}
