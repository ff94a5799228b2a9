import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { VERSION } from '../../version.ts';
import type { ArchiveFile } from './archive-file.ts';
import { packZip } from './zip.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const FOLDER = path.join(ROOT, 'clients/python');
const DIST_INFO = `crosstape-${VERSION}.dist-info`;

/** File name of the wheel, which runs on any Python 3 and any system. */
export const WHEEL_NAME = `crosstape-${VERSION}-py3-none-any.whl`;

/** Metadata of `clients/python/pyproject.toml` that callers need. A test compares both. */
const METADATA = `Metadata-Version: 2.4
Name: crosstape
Version: ${VERSION}
Summary: The Crosstape API for Python: history, live streams and trees of four prediction and perpetual markets.
License-Expression: Apache-2.0
License-File: LICENSE
Requires-Python: >=3.10
Classifier: Programming Language :: Python :: 3 :: Only
Classifier: Typing :: Typed
Requires-Dist: httpx<1,>=0.27
Provides-Extra: pandas
Requires-Dist: pandas>=2.0; extra == 'pandas'
Requires-Dist: pyarrow>=15; extra == 'pandas'
Provides-Extra: polars
Requires-Dist: polars>=1.0; extra == 'polars'
Provides-Extra: tape
Requires-Dist: zstandard>=0.22; (python_version < '3.14') and extra == 'tape'
Description-Content-Type: text/markdown

`;

const WHEEL = `Wheel-Version: 1.0
Generator: crosstape ${VERSION}
Root-Is-Purelib: true
Tag: py3-none-any
`;

/**
 * Packs the Python client of this installation as a wheel. Equal sources give equal bytes.
 *
 * @throws {Error} with code `ENOENT` when the installation does not contain the client's sources.
 */
export async function packWheel(): Promise<Buffer> {
  const source = path.join(FOLDER, 'src');
  const entries = await readdir(path.join(source, 'crosstape'), { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && (entry.name.endsWith('.py') || entry.name === 'py.typed'))
    .map(({ parentPath, name }) => path.relative(source, path.join(parentPath, name)))
    .sort();
  const read = async (name: string, file: string): Promise<ArchiveFile> => ({
    name: name.split(path.sep).join('/'),
    bytes: await readFile(file),
  });
  const readme = await readFile(path.join(FOLDER, 'README.md'), 'utf8');
  const files = [
    ...(await Promise.all(names.map((name) => read(name, path.join(source, name))))),
    await read(`${DIST_INFO}/licenses/LICENSE`, path.join(ROOT, 'LICENSE')),
    { name: `${DIST_INFO}/METADATA`, bytes: Buffer.from(METADATA + readme) },
    { name: `${DIST_INFO}/WHEEL`, bytes: Buffer.from(WHEEL) },
  ];
  return packZip([...files, buildRecord(files)]);
}

/** Builds the list of files with their digests, with which installers verify the unpacked files. */
function buildRecord(files: readonly ArchiveFile[]): ArchiveFile {
  const lines = files.map(({ name, bytes }) => {
    const digest = createHash('sha256').update(bytes).digest('base64url');
    return `${name},sha256=${digest},${bytes.length}\n`;
  });
  const name = `${DIST_INFO}/RECORD`;
  return { name, bytes: Buffer.from(`${lines.join('')}${name},,\n`) };
}
