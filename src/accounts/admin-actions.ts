import type { EpochMs } from '../domain/index.ts';

/** A record of an operator's action. Stored together with the change; contains no secrets. */
export interface AdminAction {
  readonly at: EpochMs;
  /** Address of the caller, or `command line`. */
  readonly address: string;
  readonly action: string;
  readonly target: string | null;
  readonly detail: string | null;
}
