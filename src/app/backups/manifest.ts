import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { isFileError } from '../../storage/file-error.ts';
import { Validator } from '../../validator.ts';
import { VERSION } from '../../version.ts';
import { BackupRefusedError, DamagedBackupError } from './errors.ts';
import { PRIVATE_FILE } from './files.ts';

/** Name of the manifest. It is written last, so that a folder with a manifest is a complete backup. */
export const MANIFEST_FILE = 'backup.json';

/** Format of the manifest that this version writes, and the newest one that it reads. */
const MANIFEST_FORMAT = 1;

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A path inside of the copy. The pattern excludes paths outside of it. */
const FilePath = Type.String({
  pattern: '^(?!.*(?:^|/)\\.{1,2}(?:/|$))[A-Za-z0-9._-]{1,200}(?:/[A-Za-z0-9._-]{1,200})*$',
  maxLength: 400,
});

const Manifest = Type.Object({
  formatVersion: Type.Literal(MANIFEST_FORMAT),
  /** Version of the program that wrote the backup. */
  version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+', maxLength: 64 }),
  /** Time of the state that the copy contains, in epoch ms. */
  madeAtMs: Count,
  /** Random id of the installation, the same in all its backups. */
  installation: Type.String({ minLength: 1, maxLength: 100 }),
  kind: Type.Enum(['real', 'simulated']),
  files: Type.Array(
    Type.Object({ name: FilePath, bytes: Count, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
    { maxItems: 100_000 },
  ),
  /** Facts about the history; null: there is no history file. */
  history: Type.Union([
    Type.Null(),
    Type.Object({
      /** Id of the history file; null: it was written by a version without such ids. */
      storeId: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
      /** Number of commits since the file was created. It only increases. */
      position: Count,
      lastRecordMs: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ]),
  /** Facts about the ledger; null: there is no service database, or it is on a server. */
  ledger: Type.Union([
    Type.Null(),
    Type.Object({ lastTransfer: Count, lastHash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  ]),
});

const validator = new Validator(Manifest);

/** Origin of a backup, and a list of its files. */
export type Manifest = Static<typeof Manifest>;

/**
 * Reads the manifest of a folder.
 *
 * @returns null when there is none.
 * @throws {DamagedBackupError} when it cannot be read.
 * @throws {BackupRefusedError} when a newer version wrote it.
 */
export async function readManifest(directory: string): Promise<Manifest | null> {
  const file = path.join(directory, MANIFEST_FILE);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (isFileError(error, 'ENOENT', 'ENOTDIR')) return null;
    if (isFileError(error)) throw error;
    throw new DamagedBackupError(`${file} is not JSON: it is damaged`);
  }
  const { formatVersion, version } = (content ?? {}) as Partial<Record<keyof Manifest, unknown>>;
  if (
    (typeof formatVersion === 'number' && formatVersion > MANIFEST_FORMAT) ||
    (typeof version === 'string' && isNewer(version, VERSION))
  ) {
    throw new BackupRefusedError(
      `${directory} was made by version ${String(version)} and this is ${VERSION}: use that version or a newer one`,
    );
  }
  if (!validator.accepts(content)) {
    const [first] = validator.listErrors(content);
    throw new DamagedBackupError(
      `${file} is damaged: ${first?.instancePath || '/'} ${first?.message ?? ''}`.trim(),
    );
  }
  if (content.files.length === 0)
    throw new DamagedBackupError(`${file} names no files: the backup is not whole; make it again`);
  return content;
}

/** Writes the manifest of a folder whose files have all been synced to the disk. */
export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(path.join(directory, MANIFEST_FILE), text, { flag: 'wx', mode: PRIVATE_FILE, flush: true });
}

/** Whether one version is newer than another, by their three numbers. */
function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(/[.+-]/).slice(0, 3).map(Number));
  for (const [i, part] of (a ?? []).entries()) {
    const other = b?.[i] ?? 0;
    if (part !== other) return part > other;
  }
  return false;
}
