import type { EpochMs } from '../domain/index.ts';

/** Who did what. Kept with the change itself; holds no secrets. */
export interface AdminAction {
  readonly at: EpochMs;
  /** Address of the caller, or `command line`. */
  readonly address: string;
  readonly action: string;
  readonly target: string | null;
  readonly detail: string | null;
}
