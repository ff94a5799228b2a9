import { readFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { ASSET_ID_PATTERN, parseAssetId } from '../domain/index.ts';
import { LINK_RELATIONS, type Link } from './link.ts';

const Sentences = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 20 });

const CuratedLink = Type.Object(
  {
    a: Type.String({ pattern: ASSET_ID_PATTERN }),
    b: Type.String({ pattern: ASSET_ID_PATTERN }),
    relation: Type.Enum([...LINK_RELATIONS]),
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    reasons: Type.Optional(Sentences),
    differences: Type.Optional(Sentences),
    source: Type.Optional(Type.Literal('curated')),
  },
  { additionalProperties: false },
);

const CuratedFile = Type.Array(CuratedLink, { maxItems: 100_000 });
const validator = Compile(CuratedFile);

/** What reading the curated file gave. A broken file yields no links and says why. */
export interface CuratedLinks {
  readonly links: readonly Link[];
  /** null when the file was read, or does not exist. */
  readonly error: string | null;
}

export const NO_CURATED_LINKS: CuratedLinks = { links: [], error: null };

/** Reads the curated links of a data directory. A file that is absent holds none; a broken one is reported. */
export async function readCuratedLinks(path: string): Promise<CuratedLinks> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NO_CURATED_LINKS;
    return { links: [], error: `links.json could not be read: ${String(error)}` };
  }
  return parseCuratedLinks(text);
}

/** Checks the text of a curated file. One wrong entry refuses the whole file: half a file would mislead. */
export function parseCuratedLinks(text: string): CuratedLinks {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { links: [], error: `links.json is not JSON: ${error instanceof Error ? error.message : error}` };
  }
  if (!validator.Check(content)) {
    const first = validator.Errors(content)[0];
    return {
      links: [],
      error: `links.json does not fit: ${first?.instancePath || '/'} ${first?.message ?? ''}`.trim(),
    };
  }
  const links: Link[] = [];
  for (const [index, entry] of content.entries()) {
    const [a, b] = [parseAssetId(entry.a), parseAssetId(entry.b)];
    if (a === null || b === null) return { links: [], error: `links.json entry ${index}: not an asset id` };
    if (a.asset === b.asset)
      return { links: [], error: `links.json entry ${index}: links an asset to itself` };
    links.push(curatedLink(entry, a.asset, b.asset));
  }
  return { links, error: null };
}

function curatedLink(entry: Static<typeof CuratedLink>, a: string, b: string): Link {
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
