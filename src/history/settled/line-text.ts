import { createHash } from 'node:crypto';

const HASH_BYTES = 16;

/** Statement about the result of a market, of which a line is made. */
export interface ResolutionLine {
  readonly asset: string;
  readonly outcome: string;
  readonly payout: number | null;
  /** Time of the settlement, epoch ms. */
  readonly settledAt: number | null;
  /** Time when the statement was recorded, epoch ms. */
  readonly recordedAt: number;
  readonly source: string;
  readonly rulesHash: string | null;
  readonly termsHash: string | null;
  readonly statedHash?: string | null;
}

/** Formats the line that is hashed; a member without a value is `-`. */
export function formatResolutionLine(line: ResolutionLine): string {
  const { asset, outcome, payout, settledAt, recordedAt, source, rulesHash, termsHash, statedHash } = line;
  const members = [asset, outcome, payout, settledAt, recordedAt, source, rulesHash, termsHash, statedHash];
  return `${members.map((member) => member ?? '-').join(' ')}\n`;
}

/** Hashes an object: first half of the SHA-256, in hex, of its JSON without whitespace, with sorted names and nulls. */
export function hashMembers(members: object): string {
  return createHash('sha256')
    .update(toSortedJson(members))
    .digest('hex')
    .slice(0, 2 * HASH_BYTES);
}

function toSortedJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toSortedJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => byBytes(a, b));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toSortedJson(member)}`).join(',')}}`;
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
