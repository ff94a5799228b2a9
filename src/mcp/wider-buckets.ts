import { DAY_MS, findJsonObject } from '../domain/index.ts';
import type { ApiAnswer, ApiCaller } from './api-caller.ts';
import type { Tool } from './tools.ts';

/** Maximum number of buckets: with all their members, an assistant can read them completely. */
const MAX_BUCKETS = 120;

/** Usual bucket widths in ms, from a second to a year. */
const WIDTHS_MS = [
  ...[1, 5, 15, 30, 60, 300, 900, 1_800, 3_600, 14_400, 43_200].map((seconds) => seconds * 1_000),
  ...[1, 7, 30, 365].map((days) => days * DAY_MS),
];

/** Widths of calendar buckets, as responses state them in `bucketMs`. */
const UNIT_MS: Readonly<Record<string, number>> = { '1d': DAY_MS, '1w': 7 * DAY_MS, '1M': 31 * DAY_MS };

/**
 * Maximum number of attempts. Each uses the width that the response before it has shown to be necessary, and the widest
 * width is the last.
 */
const MAX_TRIES = 5;

/**
 * Factor by which a response has to become shorter, for an attempt to be worthwhile when the time span is not known.
 */
const BLIND_FACTOR = 100;

export interface WidenedAnswer extends ApiAnswer {
  /** Width of the buckets in the response, in ms; null: it is the requested one. */
  readonly bucketMs: number | null;
}

/**
 * Requests buckets, and wider ones if there are too many for an assistant. The result then covers every high, low and
 * trade of the window, while leaving out buckets would lose highs and lows.
 *
 * @param maxCharacters Length above which a response is requested again.
 */
export async function askForBuckets(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  call: ApiCaller,
  maxCharacters: number,
): Promise<WidenedAnswer> {
  let asked = given;
  let bucketMs: number | null = null;
  for (let tries = 1; ; tries++) {
    const answer = await call(tool.request(asked));
    const width = typeof asked.bucket === 'string' ? (UNIT_MS[asked.bucket] ?? 0) : Number(asked.bucketMs);
    if (answer.status >= 400 || answer.body.length <= maxCharacters || tries === MAX_TRIES) {
      return { ...answer, bucketMs };
    }
    const needed = computeNeededWidth(answer.body, width);
    const wider = typeof asked.bucket === 'string' ? widerUnit(width, needed) : widerThan(width, needed);
    if (wider === null) return { ...answer, bucketMs };
    bucketMs = wider.bucketMs;
    asked = { ...given, ...wider.asked };
  }
}

/**
 * Computes the bucket width for the maximum number of buckets; at least a little more than the width that was not
 * enough.
 */
function computeNeededWidth(body: string, width: number): number {
  const buckets = findBucketTimes(body);
  const [first, last] = [buckets?.[0], buckets?.at(-1)];
  if (first === undefined || last === undefined) return width * BLIND_FACTOR;
  return Math.max((last - first + width) / MAX_BUCKETS, width + 1);
}

interface Wider {
  readonly bucketMs: number;
  /** Arguments that request wider buckets. */
  readonly asked: object;
}

function widerThan(width: number, needed: number): Wider | null {
  const bucketMs = WIDTHS_MS.find((candidate) => candidate > width && candidate >= needed);
  return bucketMs === undefined ? null : { bucketMs, asked: { bucketMs } };
}

/** Finds the next wider calendar unit; the widest if none is wide enough. */
function widerUnit(width: number, needed: number): Wider | null {
  const wider = Object.entries(UNIT_MS).filter(([, ms]) => ms > width);
  const [bucket, bucketMs] = wider.find(([, ms]) => ms >= needed) ?? wider.at(-1) ?? [];
  return bucketMs === undefined ? null : { bucketMs, asked: { bucket } };
}

function findBucketTimes(body: string): number[] | null {
  const { buckets, truncated } = findJsonObject(body) ?? {};
  if (!Array.isArray(buckets) || truncated === true) return null;
  return buckets.map(({ t }: { t: number }) => t);
}
