import { UpstreamError } from '../../../../domain/index.ts';
import { RpcError } from '../../chains/json-rpc.ts';

/**
 * Whether a request may succeed with fewer blocks. Nodes report a too large range by various errors, statuses or
 * silence, so every failure counts that does not clearly have another cause.
 */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof RpcError) return true;
  if (!(error instanceof UpstreamError)) return false;
  return ['too_large', 'timeout', 'server', 'refused', 'malformed'].includes(error.failure);
}
