import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Node keeps stripped and compiled sources between runs, which halves the time to load the service. The cache is inside
// node_modules, because whoever can write to it decides which code runs. Without permission to write there, Node runs
// without the cache. This file is JavaScript, because TypeScript that is loaded before the cache is open would need the
// TypeScript compiler at every start, and its 17 MiB are never released.
const { directory } = enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/compiled'));
// Threads read the directory of the cache from this variable.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;

await import('./resolution.js');
const { runCommandLine } = await import('./cli/command-line.ts');

const [asked = ''] = process.argv.slice(2);
// A reader of the output, such as head, may end before a write does. The service continues without a reader.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  if (asked !== 'serve' && asked !== 'simulate') process.exit(0);
});

await runCommandLine(process.argv.slice(2));
