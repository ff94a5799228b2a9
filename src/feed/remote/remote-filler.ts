import { type AssetRef, type FillStatus, noFill, type VenueId } from '../../domain/index.ts';
import type { PortClient } from './port-client.ts';

/** Assets of one call, whose ids are part of its address. */
const AT_ONCE = 20;

/** Requests the hours before markets were recorded from the process that reads their venue. */
export class RemoteFiller {
  readonly #port: Pick<PortClient, 'fill' | 'want'>;

  constructor(port: Pick<PortClient, 'fill' | 'want'>) {
    this.#port = port;
  }

  ensure(ref: AssetRef, waitMs: number): Promise<void> {
    return this.#port.fill(ref, waitMs);
  }

  /**
   * Queues assets for the background fill and returns the status of each, in the order given. `unreachable`: no process
   * answers for the venue.
   */
  async want(refs: readonly AssetRef[], caller: string): Promise<readonly FillStatus[]> {
    const found = new Map<string, FillStatus>();
    const ask = async (venue: VenueId, part: readonly AssetRef[]) => {
      const statuses = await this.#port.want(venue, part, caller).catch(() => null);
      for (const [i, { asset }] of part.entries()) found.set(asset, statuses?.[i] ?? noFill('unreachable'));
    };
    const calls: Promise<void>[] = [];
    for (const [venue, own] of Map.groupBy(refs, (ref) => ref.venue)) {
      for (let from = 0; from < own.length; from += AT_ONCE)
        calls.push(ask(venue, own.slice(from, from + AT_ONCE)));
    }
    await Promise.all(calls);
    return refs.map(({ asset }) => found.get(asset)!);
  }
}
