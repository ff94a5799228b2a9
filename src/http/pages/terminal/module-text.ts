import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { removeComments } from './without-comments.ts';

interface Library {
  /** Path of the published file within the project. */
  readonly file: string;
  /** Bare name by which sources import the file; null: only other files of the library import it. */
  readonly bareName: string | null;
  /** Text that is appended to a file which is not a module. */
  readonly ending?: string;
}

/**
 * Libraries as they are published, by their name below the hash. Browsers do not resolve bare names, and an import map
 * would be an inline script, which the policy of the pages rejects.
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
 * Converts a source to the form that browsers run: without types and comments, and with paths in place of library
 * names. Types become spaces, so that lines and columns stay; trailing spaces are removed.
 *
 * @throws {Error} when the source imports a library that is not served, or contains TypeScript that cannot be erased.
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

/** Lists the names of the modules that a module imports statically. */
export function listStaticImports(name: string, text: string, base: string): readonly string[] {
  return [...text.matchAll(STATIC_IMPORT)].flatMap(([, , specifier = '']) => {
    if (specifier.startsWith(`${base}/`)) return [specifier.slice(base.length + 1)];
    if (specifier.startsWith('.')) return [path.posix.join(path.posix.dirname(name), specifier)];
    return [];
  });
}
