import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Reads a script of `page/` for evaluation in a page: an expression that calls the function which the file holds.
 *
 * The policy of the pages refuses scripts from elsewhere; what the browser's own debugger evaluates is no script of theirs.
 */
export async function inPage(name: string, parameters: unknown): Promise<string> {
  const file = path.join(import.meta.dirname, 'page', `${name}.js`);
  const source = (await readFile(file, 'utf8')).replace('export default ', '');
  return `(${source.trim().replace(/;$/, '')})(${JSON.stringify(parameters)})`;
}
