import { DAY_MS } from '../domain/index.ts';
import type { ApiAnswer, ApiCaller } from './api-caller.ts';
import type { Tool } from './tools.ts';

/** Number of buckets that, with all their members, stay within what an assistant reads whole. */
const MAX_BUCKETS = 120;

/** Widths that people think in, in ms: from a second to a year. */
const WIDTHS_MS = [
  ...[1, 5, 15, 30, 60, 300, 900, 1_800, 3_600, 14_400, 43_200].map((seconds) => seconds * 1_000),
  ...[1, 7, 30, 365].map((days) => days * DAY_MS),
];

/** Widths of calendar buckets, as answers state them in `bucketMs`. */
const UNIT_MS: Readonly<Record<string, number>> = { '1d': DAY_MS, '1w': 7 * DAY_MS, '1M': 31 * DAY_MS };

/** Most tries: each asks for what the answer before it has shown to be needed, and the widest width ends them. */
const MAX_TRIES = 5;

/** Factor by which an answer must be shorter to be worth a try when the span is not known. */
const BLIND_FACTOR = 100;

export interface WidenedAnswer extends ApiAnswer {
  /** The width of the answer's buckets, where it is not the requested one. */
  readonly bucketMs: number | null;
}

/**
 * Asks for buckets, and for wider ones when there are more than an assistant reads: every high, low and trade of the
 * window is in the answer. Leaving buckets out would lose just the highs and lows.
 *
 * @param maxCharacters Longer answers are requested again.
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

/** The width that makes as many buckets as are read; at least a little more than the one that was not enough. */
function computeNeededWidth(body: string, width: number): number {
  const buckets = findBucketTimes(body);
  const [first, last] = [buckets?.[0], buckets?.at(-1)];
  if (first === undefined || last === undefined) return width * BLIND_FACTOR;
  return Math.max((last - first + width) / MAX_BUCKETS, width + 1);
}

interface Wider {
  readonly bucketMs: number;
  /** Arguments that ask for wider buckets. */
  readonly asked: object;
}

function widerThan(width: number, needed: number): Wider | null {
  const bucketMs = WIDTHS_MS.find((candidate) => candidate > width && candidate >= needed);
  return bucketMs === undefined ? null : { bucketMs, asked: { bucketMs } };
}

/** The next unit of the calendar; the widest one where none is wide enough. */
function widerUnit(width: number, needed: number): Wider | null {
  const wider = Object.entries(UNIT_MS).filter(([, ms]) => ms > width);
  const [bucket, bucketMs] = wider.find(([, ms]) => ms >= needed) ?? wider.at(-1) ?? [];
  return bucketMs === undefined ? null : { bucketMs, asked: { bucket } };
}

function findBucketTimes(body: string): number[] | null {
  try {
    const { buckets, truncated } = JSON.parse(body);
    if (!Array.isArray(buckets) || truncated === true) return null;
    return buckets.map(({ t }: { t: number }) => t);
  } catch {
    return null;
  }
}
