import { type Static, Type } from 'typebox';
import { RECORDERS } from '../../domain/index.ts';
import { Validator } from '../../validator.ts';
import { COMPRESSIONS, FILE_FORMATS } from '../formats/table.ts';
import { ALL_TABLES } from './tables.ts';

/** Version of the layout of a tree (docs/formats/tree.md). */
export const TREE_VERSION = 1;

export const MANIFEST_FILE = 'manifest.json';

/** The licence of recorded data, by its SPDX name. */
export const DATA_LICENCE = 'CC0-1.0';

const Ms = Type.Integer();
const MsOrNull = Type.Union([Ms, Type.Null()]);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Table = Type.Enum([...ALL_TABLES]);
const closed = { additionalProperties: false };

/** Pattern of paths inside the tree: neither absolute nor with a `.` or `..` component. */
const PART_PATH = '^[A-Za-z0-9_=-]+(/[A-Za-z0-9_=+-]+){0,3}(\\.[a-z0-9]+){1,2}$';

export const PartSchema = Type.Object(
  {
    path: Type.String({ pattern: PART_PATH, maxLength: 200 }),
    table: Table,
    rows: Count,
    /** Number of assets with rows in the part. */
    series: Count,
    /** Times of the first and the last row of the part; null without rows, and in tables without times. */
    firstMs: MsOrNull,
    lastMs: MsOrNull,
    bytes: Count,
    sha256: Type.Union([Sha256, Type.Null()]),
    /**
     * Number of the day's last insertion when the part was written; for books and trades, a number that changes with
     * their content. Null for small tables.
     */
    seq: Type.Union([Count, Type.Null()]),
    /** Whether the day had ended at least ten minutes before the part was written. */
    closed: Type.Boolean(),
    /**
     * Every row that was acknowledged at this time is in the part; null while it is not written. Trees of earlier
     * releases have no such member.
     */
    asOfMs: Type.Optional(MsOrNull),
  },
  closed,
);

/** Kinds of damage: of observations, of pages and rows beside them, and of books and trades. */
export const DAMAGE_KINDS = ['records', 'page', 'row', 'books', 'trades'] as const;

export const DamageSchema = Type.Object(
  {
    /** Kind of the damage. Absent in trees of 1.1.0. */
    kind: Type.Optional(Type.Enum([...DAMAGE_KINDS])),
    /** Venue of the damage; null when unknown. */
    venue: Type.Union([Type.Enum([...RECORDERS]), Type.Null()]),
    /** Asset of the damage; null for several assets, and when unknown. */
    asset: TextOrNull,
    /** First time of the damage, epoch ms; null when unknown. */
    fromMs: MsOrNull,
    toMs: MsOrNull,
    /** Number of missing records; null when unknown. Absent in trees of 1.1.0. */
    records: Type.Optional(Type.Union([Count, Type.Null()])),
    reason: Type.String(),
  },
  closed,
);

const SelectionSchema = Type.Object(
  {
    /** Venues of the selection; null for all. */
    venues: Type.Union([Type.Array(Type.Enum([...RECORDERS])), Type.Null()]),
    assets: Type.Union([Type.Array(Type.String()), Type.Null()]),
    tables: Type.Array(Table),
    format: Type.Enum([...FILE_FORMATS]),
    compression: Type.Enum([...COMPRESSIONS]),
  },
  closed,
);

const ManifestSchema = Type.Object(
  {
    version: Type.Literal(TREE_VERSION),
    /** Id of the history that the tree was written from. */
    store: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    licence: Type.String(),
    /** Whether the records come from the built-in simulator. */
    simulated: Type.Boolean(),
    /** Every record that was acknowledged at this time is in the tree. */
    asOfMs: Ms,
    /** Number of the history's last commit of records at `asOfMs`. */
    position: Count,
    window: Type.Object({ fromMs: MsOrNull, toMs: MsOrNull }, closed),
    selection: SelectionSchema,
    schema: Type.Record(
      Type.String(),
      Type.Array(
        Type.Object(
          {
            name: Type.String(),
            type: Type.Enum(['text', 'time', 'number']),
            unit: TextOrNull,
            nullWhen: TextOrNull,
          },
          closed,
        ),
      ),
    ),
    /** Files of the tree, ordered by path. */
    parts: Type.Array(PartSchema),
    /** Number of rows of the table of gaps. */
    gaps: Count,
    /** Damage of the history: rows that could not be read and are missing in the parts. */
    damaged: Type.Array(DamageSchema),
    /** Ids of the imports that are withdrawn. */
    withdrawn: Type.Array(Type.String()),
    /** SHA-256 of the manifest of each imported tree that is in force. */
    imported: Type.Optional(Type.Array(Sha256)),
    /** Spans whose records the history lost, since a backup was restored in its place. */
    restored: Type.Optional(Type.Array(Type.Object({ fromMs: Ms, toMs: Ms }, closed))),
    totals: Type.Object(
      {
        /** Number of rows of observations. */
        rows: Count,
        /** Total bytes of all parts. */
        bytes: Count,
        /** Number of series of the selection, as the catalogue counts them. */
        series: Count,
      },
      closed,
    ),
  },
  closed,
);

export type TreeManifest = Static<typeof ManifestSchema>;
export type TreePart = Static<typeof PartSchema>;
export type TreeSelection = Static<typeof SelectionSchema>;
export type TreeDamage = Static<typeof DamageSchema>;

const manifestValidator = new Validator(ManifestSchema);
const partsValidator = new Validator(Type.Array(PartSchema));

/** Error: the manifest cannot be read, or its tree cannot be continued. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

/** Parses the text of a manifest. @throws {ManifestError} when it is not JSON, newer, or of another shape. */
export function parseManifest(text: string, where: string = MANIFEST_FILE): TreeManifest {
  const value = parseJson(text, where);
  const version =
    typeof value === 'object' && value !== null ? (value as { version?: unknown }).version : null;
  if (typeof version === 'number' && version > TREE_VERSION) {
    throw new ManifestError(
      `${where} has version ${version} and this release reads version ${TREE_VERSION}: use a newer release`,
    );
  }
  if (manifestValidator.accepts(value)) return value as TreeManifest;
  const [first] = manifestValidator.listErrors(value);
  const place = first === undefined ? '' : `: ${first.instancePath || 'the whole'} ${first.message}`;
  throw new ManifestError(`${where} is no manifest of a tree${place}`);
}

/**
 * Reads the manifest of a tree that a service serves. Unknown numbers of parts that are not written yet become 0.
 *
 * @throws {ManifestError} when it is malformed or of a newer version.
 */
export function parseServedManifest(value: unknown, where: string): TreeManifest {
  const { ok: _ok, ...served } = Object(value) as Record<string, unknown>;
  const known = <Part extends Record<string, unknown>>(part: Part, ...names: string[]) =>
    Object.fromEntries(
      Object.entries(part).map(([name, member]) => [name, names.includes(name) ? (member ?? 0) : member]),
    );
  const parts = Array.isArray(served.parts)
    ? served.parts.map((part) => known(Object(part), 'rows', 'series', 'bytes'))
    : served.parts;
  const totals = known(Object(served.totals), 'rows', 'bytes');
  return parseManifest(JSON.stringify({ ...served, gaps: served.gaps ?? 0, parts, totals }), where);
}

/** Finds the newest time whose rows a tree may have: a small table may be written after the manifest was requested. */
export function findNewestMoment({ asOfMs, parts }: Pick<TreeManifest, 'asOfMs' | 'parts'>): number {
  return parts.reduce((newest, part) => Math.max(newest, part.asOfMs ?? newest), asOfMs);
}

/** Reads the parts of one line of a run's progress file; null when the line is malformed. */
export function findParts(value: unknown): TreePart[] | null {
  return partsValidator.accepts(value) ? (value as TreePart[]) : null;
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const advice =
      'a copy that was cut off is made again; where the tree was written, remove this file and export again';
    throw new ManifestError(`${where} is not JSON (${(error as Error).message}): ${advice}`, {
      cause: error,
    });
  }
}

/** Formats a manifest as the text of its file: equal manifests have equal bytes. */
export function formatManifest(manifest: TreeManifest): string {
  const { parts, ...rest } = manifest;
  const lines = parts.map((part) => `    ${JSON.stringify(part)}`).join(',\n');
  const head = JSON.stringify(rest, null, 2).replace(/\n\}$/, '');
  return `${head},\n  "parts": [\n${lines}\n  ]\n}\n`;
}
