import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { removeComments } from './without-comments.ts';

interface Library {
  /** The published file, seen from the root of the project. */
  readonly file: string;
  /** Bare name by which sources import the file; null: only other files of the library do. */
  readonly bareName: string | null;
  /** Appended, for a file that is not a module yet. */
  readonly ending?: string;
}

/**
 * Libraries as they are published, by their name below the hash. Browsers know no bare names, and a map of them
 * would be an inline script, which the policy of the pages refuses.
 */
export const LIBRARIES: ReadonlyMap<string, Library> = new Map([
  ['lib/lit-html/lit-html.js', { file: 'node_modules/lit-html/lit-html.js', bareName: 'lit-html' }],
  [
    'lib/signals-core.js',
    { file: 'node_modules/@preact/signals-core/dist/signals-core.mjs', bareName: '@preact/signals-core' },
  ],
  [
    'lib/uplot.js',
    {
      file: 'node_modules/uplot/dist/uPlot.iife.min.js',
      bareName: 'uplot',
      ending: '\nexport default uPlot;\n',
    },
  ],
  ['lib/uplot.css', { file: 'node_modules/uplot/dist/uPlot.min.css', bareName: null }],
]);

const BARE_NAMES: ReadonlyMap<string, string> = new Map(
  [...LIBRARIES].flatMap(([name, { bareName }]) => (bareName === null ? [] : [[bareName, name] as const])),
);

const SPECIFIER = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s*)(['"])([^'"\n]+)\2/g;
const STATIC_IMPORT = /^\s*(?:import|export)\b(?:[^'"();=]*?\bfrom)?\s*(['"])([^'"\n]+)\1/gm;
const SOURCE_MAP = /\/\/# sourceMappingURL=\S+\s*$/;

/**
 * A source as browsers run it: without types and comments, with paths in place of the names of libraries. Types become
 * blanks, so that line and column stay; blanks at the end of a line are not sent.
 *
 * @throws {Error} when it imports a library that is not served, or holds TypeScript that does not erase.
 */
export function buildModuleText(name: string, source: string, base: string): string {
  const published = LIBRARIES.get(name);
  if (published !== undefined) return source.replace(SOURCE_MAP, '') + (published.ending ?? '');
  const script = name.endsWith('.ts') ? removeComments(stripTypeScriptTypes(source)) : source;
  return script.replaceAll(/[ \t]+$/gm, '').replaceAll(SPECIFIER, (whole, before, quote, specifier) => {
    const library = BARE_NAMES.get(specifier);
    return library === undefined ? whole : `${before}${quote}${base}/${library}${quote}`;
  });
}

/** Names of the modules that a module imports before it runs. */
export function listStaticImports(name: string, text: string, base: string): readonly string[] {
  return [...text.matchAll(STATIC_IMPORT)].flatMap(([, , specifier = '']) => {
    if (specifier.startsWith(`${base}/`)) return [specifier.slice(base.length + 1)];
    if (specifier.startsWith('.')) return [path.posix.join(path.posix.dirname(name), specifier)];
    return [];
  });
}
