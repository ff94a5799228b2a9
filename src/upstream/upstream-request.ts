import type { Priority } from './budget.ts';

/** Priority of a read in the rate budget, and the signal that cancels the read. */
export interface RequestOptions {
  readonly priority: Priority;
  readonly signal: AbortSignal;
}

export interface UpstreamRequest extends RequestOptions {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Weight of the call in the venue's own unit. */
  readonly weight: number;
}
