import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { VERSION } from '../../version.ts';
import type { ArchiveFile } from './archive-file.ts';
import { packTar } from './tar.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const SOURCE = path.join(ROOT, 'client/src');
/** Folder of the type declarations of all modules, except the generated ones, which contain only types. */
const DECLARATIONS = path.join(ROOT, 'client/declarations');
const TYPES_ALONE = 'generated/types';

/** File name of the package. */
export const NPM_PACKAGE_NAME = `crosstape-client-${VERSION}.tgz`;

/** Members of `client/package.json` that callers need, without those for building. A test compares both. */
const MANIFEST = {
  name: '@crosstape/client',
  version: VERSION,
  description:
    'Client of the Crosstape API for Node and browsers: one method per endpoint, streams that resume.',
  license: 'Apache-2.0',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
};

const RELATIVE_IMPORT = /(\bfrom '\.[^'\n]*)\.ts'/g;

/**
 * Packs the TypeScript client of this installation as an npm package: modules without types, and their declarations.
 * Equal sources give equal bytes.
 *
 * @throws {Error} with code `ENOENT` when the installation does not contain the client's sources.
 */
export async function packNpmPackage(): Promise<Buffer> {
  const entries = await readdir(SOURCE, { recursive: true, withFileTypes: true });
  const modules = entries
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => path.relative(SOURCE, path.join(parentPath, name)).slice(0, -'.ts'.length))
    .map((name) => name.split(path.sep).join('/'))
    .sort();
  const built = await Promise.all(
    modules.map(async (name) => {
      const source = await readFile(path.join(SOURCE, `${name}.ts`), 'utf8');
      const types =
        name === TYPES_ALONE ? source : await readFile(path.join(DECLARATIONS, `${name}.d.ts`), 'utf8');
      return [
        textFile(`dist/${name}.d.ts`, withJsImports(types)),
        textFile(`dist/${name}.js`, toScript(source)),
      ];
    }),
  );
  const files = [
    textFile('package.json', `${JSON.stringify(MANIFEST, null, 2)}\n`),
    textFile('README.md', await readFile(path.join(ROOT, 'client/README.md'), 'utf8')),
    textFile('LICENSE', await readFile(path.join(ROOT, 'LICENSE'), 'utf8')),
    ...built.flat(),
  ];
  return gzipSync(packTar(files), { level: 9 });
}

/** Builds a file of the archive. npm expects every file below the folder `package`. */
const textFile = (name: string, text: string): ArchiveFile => ({
  name: `package/${name}`,
  bytes: Buffer.from(text),
});

const withJsImports = (text: string): string => text.replaceAll(RELATIVE_IMPORT, "$1.js'");

/** Removes the types of a module, and the blank lines that this leaves. */
function toScript(source: string): string {
  const script = withJsImports(stripTypeScriptTypes(source)).replaceAll(/[ \t]+$/gm, '');
  const text = script.replaceAll(/\n{3,}/g, '\n\n').trim();
  // A module that contained only types has to remain a module.
  return /^(?:import|export)\b/m.test(text) ? `${text}\n` : 'export {};\n';
}
