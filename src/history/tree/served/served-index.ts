import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { findJson } from '../../../domain/index.ts';
import { Validator } from '../../../validator.ts';
import { DamageSchema, PartSchema } from '../manifest.ts';
import { toUnfinished } from '../part-file.ts';

const INDEX_FILE = 'index.json';

const IndexSchema = Type.Object({
  version: Type.Literal(1),
  store: Type.String(),
  asOfMs: Type.Union([Type.Integer(), Type.Null()]),
  /** Position of the history when the parts were last compared. */
  position: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  parts: Type.Array(PartSchema),
  damaged: Type.Array(Type.Object({ folder: Type.String(), damaged: Type.Array(DamageSchema) })),
});

/** Index of a served tree: what is known of its parts, stored beside its files. */
export type ServedIndex = Omit<Static<typeof IndexSchema>, 'version'>;

const validator = new Validator(IndexSchema);

/** Reads the index; null when it is missing, or not readable by this version. All of it can be computed again. */
export async function readServedIndex(directory: string): Promise<ServedIndex | null> {
  let text: string;
  try {
    text = await readFile(path.join(directory, INDEX_FILE), 'utf8');
  } catch {
    // Missing or unreadable, the index is computed again.
    return null;
  }
  const value = findJson(text);
  return validator.accepts(value) ? (value as ServedIndex) : null;
}

/** Replaces the index of a served tree in one step. */
export async function writeServedIndex(directory: string, index: ServedIndex): Promise<void> {
  await mkdir(directory, { recursive: true });
  const file = path.join(directory, INDEX_FILE);
  const unfinished = toUnfinished(file);
  await writeFile(unfinished, JSON.stringify({ version: 1, ...index }));
  await rename(unfinished, file);
}
