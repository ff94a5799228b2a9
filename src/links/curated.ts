import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { ASSET_ID_PATTERN, findAssetRef, toMessage } from '../domain/index.ts';
import { isFileError } from '../storage/file-error.ts';
import { Validator } from '../validator.ts';
import { LINK_RELATIONS, type Link, type LinkRelation } from './link.ts';

const MAX_CURATED_PAIRS = 100_000;
const Sentences = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 20 });

const CuratedEntry = Type.Object(
  {
    a: Type.String({ pattern: ASSET_ID_PATTERN }),
    b: Type.String({ pattern: ASSET_ID_PATTERN }),
    relation: Type.Enum([...LINK_RELATIONS, 'none']),
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    reasons: Type.Optional(Sentences),
    differences: Type.Optional(Sentences),
    source: Type.Optional(Type.Literal('curated')),
  },
  { additionalProperties: false },
);

const CuratedFile = Type.Array(CuratedEntry, { maxItems: MAX_CURATED_PAIRS });
const validator = new Validator(CuratedFile);

/** One entry of the curated file, as written. */
export type CuratedEntry = Static<typeof CuratedEntry>;

/** A person's decision about a pair; `none`: the two are not linked. */
export interface CuratedPair extends Omit<Link, 'relation'> {
  readonly relation: LinkRelation | 'none';
}

/** The content of the curated file. An invalid file has no pairs, and `error` states why. */
export interface CuratedLinks {
  readonly pairs: readonly CuratedPair[];
  /** Reason why the file could not be read; null when the file was read, or does not exist. */
  readonly error: string | null;
}

const NO_CURATED_LINKS: CuratedLinks = { pairs: [], error: null };

/** Reads the curated links of a data directory. An absent file has no links; an invalid file is reported in `error`. */
export async function readCuratedLinks(path: string): Promise<CuratedLinks> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isFileError(error, 'ENOENT', 'ENOTDIR')) return NO_CURATED_LINKS;
    return { pairs: [], error: `links.json could not be read: ${String(error)}` };
  }
  return parseCuratedLinks(text);
}

/** Parses a curated file. One invalid entry rejects the whole file, because a part of it would mislead. */
export function parseCuratedLinks(text: string): CuratedLinks {
  const read = parseCuratedEntries(text);
  if (read.error !== null) return { pairs: [], error: read.error };
  const pairs: CuratedPair[] = [];
  for (const [index, entry] of read.entries.entries()) {
    const [a, b] = [findAssetRef(entry.a), findAssetRef(entry.b)];
    if (a === null || b === null) return { pairs: [], error: `links.json entry ${index}: not an asset id` };
    if (a.asset === b.asset)
      return { pairs: [], error: `links.json entry ${index}: links an asset to itself` };
    pairs.push(curatedPair(entry, a.asset, b.asset));
  }
  return { pairs, error: null };
}

/** Parses the entries of a curated file without changing them, so that one can be added. */
export function parseCuratedEntries(text: string): {
  readonly entries: readonly CuratedEntry[];
  readonly error: string | null;
} {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return {
      entries: [],
      error: `links.json is not JSON: ${toMessage(error)}`,
    };
  }
  if (validator.accepts(content)) return { entries: content, error: null };
  const [first] = validator.listErrors(content);
  return {
    entries: [],
    error: `links.json does not fit: ${first?.instancePath || '/'} ${first?.message ?? ''}`.trim(),
  };
}

function curatedPair(entry: CuratedEntry, a: string, b: string): CuratedPair {
  return {
    a,
    b,
    relation: entry.relation,
    confidence: entry.confidence ?? 1,
    reasons: entry.reasons ?? ['Curated by hand.'],
    source: 'curated',
    differences: entry.differences ?? [],
  };
}
