import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Stripped and compiled sources are kept between runs, which halves the time to load the service. They lie among the
// packages, as a user who can write them decides what runs; where no user can, Node does without. This file is JavaScript:
// what is loaded before the cache is open needs the compiler of TypeScript at every start, 17 MiB that are never given back.
const { directory } = enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/compiled'));
// Threads read the directory of the cache from this variable.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;

await import('./resolution.js');
const { runCommandLine } = await import('./cli/command-line.ts');

const [asked = ''] = process.argv.slice(2);
// A reader of the output, such as head, may end before a write does. A service continues without a reader.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  if (asked !== 'serve' && asked !== 'simulate') process.exit(0);
});

await runCommandLine(process.argv.slice(2));
