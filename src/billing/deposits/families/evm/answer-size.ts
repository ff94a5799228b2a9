import { UpstreamError } from '../../../../domain/index.ts';
import { RpcError } from '../../chains/json-rpc.ts';

/**
 * Whether fewer blocks may help. Nodes say it in many ways, with an error, a status or silence, so everything counts
 * that is not plainly about something else.
 */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof RpcError) return true;
  if (!(error instanceof UpstreamError)) return false;
  return ['too_large', 'timeout', 'server', 'refused', 'malformed'].includes(error.failure);
}
