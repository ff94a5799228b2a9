import type { EpochMs } from '../domain/index.ts';
import type { KindCounts, RefusedMember } from '../upstream/intake-counts.ts';
import type { WireCounters } from '../upstream/wire-counters.ts';

/** Answers of one endpoint or channel of a venue since the start of the process. */
export interface EndpointDrift {
  readonly endpoint: string;
  /** Time at which an answer of the endpoint was last read. null: none was. */
  readonly lastWorkedMs: EpochMs | null;
  /** Number of answers, or frames of a channel, that arrived. */
  readonly answers: number;
  /** Number of answers and rows that a schema refused. */
  readonly refused: number;
  /** Members of recent messages that are neither read nor known. */
  readonly unknownMembers: readonly string[];
  /** First time at which something was refused or unknown. null: nothing is. */
  readonly sinceMs: EpochMs | null;
}

/** Lists the endpoints of a venue by name, each with the kinds of messages that it sends. */
export function listDrift({ kinds, refused }: Pick<WireCounters, 'kinds' | 'refused'>): EndpointDrift[] {
  const byEndpoint = Map.groupBy(kinds, ({ endpoint }) => endpoint);
  return [...byEndpoint]
    .map(([endpoint, own]) => describeEndpoint(endpoint, own, refused))
    .sort((a, b) => (a.endpoint < b.endpoint ? -1 : 1));
}

function describeEndpoint(
  endpoint: string,
  kinds: readonly KindCounts[],
  refused: readonly RefusedMember[],
): EndpointDrift {
  // Rows are parts of answers. They are counted only for endpoints whose answers are not validated as a whole.
  const whole = kinds.filter(({ isRow }) => !isRow);
  const counted = whole.length > 0 ? whole : kinds;
  const names = new Set(kinds.map(({ kind }) => kind));
  const since = [
    ...refused.filter(({ kind }) => names.has(kind)).map(({ sinceMs }) => sinceMs),
    ...kinds.map(({ unknownSinceMs }) => unknownSinceMs),
  ].filter((time) => time !== null);
  return {
    endpoint,
    lastWorkedMs: findLargest(kinds.map(({ lastReadMs }) => lastReadMs)),
    answers: counted.reduce((sum, kind) => sum + kind.read + kind.refused, 0),
    refused: kinds.reduce((sum, kind) => sum + kind.refused, 0),
    unknownMembers: [...new Set(kinds.flatMap(({ unknownMembers }) => unknownMembers))],
    sinceMs: since.length === 0 ? null : (Math.min(...since) as EpochMs),
  };
}

function findLargest(times: readonly (EpochMs | null)[]): EpochMs | null {
  return times.reduce((most, time) => (most === null || (time !== null && time > most) ? time : most), null);
}
