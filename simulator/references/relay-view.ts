import type { IncomingMessage } from 'node:http';
import type { Faults, Listener } from '../faults.ts';
import type { Emission, Publication } from '../world/references/publication.ts';
import type { ReferenceSource } from '../world/references/reference-prices.ts';

/** Parts that the sockets of reference prices share: publishers, faults and the time of the simulated world. */
export interface RelayView {
  readonly publication: Publication;
  readonly faults: Faults;
  now(): number;
}

/** Name of the publishers in faults. */
const REF = 'ref';

/** The status line that a fault refuses a handshake with, null when none does. */
export function findRefusal({ faults }: RelayView, request: IncomingMessage): string | null {
  for (const fault of faults.strike(REF, request.url ?? '/'))
    if (fault.kind === 'status') return `${fault.status} Refused`;
  return null;
}

export function createListener({ faults }: RelayView, connection: number, openedAt: number): Listener {
  return { connection, openedAt, subscribedAt: faults.newestId };
}

/** Lists the values of a series that a listener hears in (`from`, `to`]. */
export function listHeard(
  { publication, faults }: RelayView,
  source: ReferenceSource,
  coin: string,
  listener: Listener,
  [from, to]: readonly [from: number, to: number],
): Emission[] {
  if (faults.isSilent(REF, `${source}-${coin}`, listener)) return [];
  return publication.listSent(source, coin, from, to);
}

/** The newest `seconds` seconds that a listener is told of when it subscribes. */
export function listSnapshot(
  { publication, faults, now }: RelayView,
  source: ReferenceSource,
  coin: string,
  listener: Listener,
  seconds: number,
): Emission[] {
  if (faults.isSilent(REF, `${source}-${coin}`, listener)) return [];
  const until = now();
  return publication.listKnown(source, coin, until - seconds * 1_000, until, until);
}
