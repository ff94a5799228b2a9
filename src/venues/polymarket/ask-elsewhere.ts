import { UpstreamError } from '../../domain/index.ts';

/** Whether to try another host after a failure. Not when we cancelled the call, or our own budget is exhausted. */
export function mayAskElsewhere(error: unknown): boolean {
  return (
    error instanceof UpstreamError && error.failure !== 'aborted' && error.failure !== 'budget_exhausted'
  );
}
