import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { threadId } from 'node:worker_threads';

/** A line of JSON of each thread, in the file that MODULES_FILE names, once the thread ends. */
export interface LoadedModules {
  /** 0: the main thread. */
  readonly thread: number;
  readonly modules: readonly LoadedModule[];
}

export interface LoadedModule {
  readonly url: string;
  /** Modules that import it. */
  readonly importers: readonly string[];
  readonly bytes: number;
  /** ms to find it for each importer, and to read it. */
  readonly ms: number;
}

interface Entry {
  readonly importers: Set<string>;
  bytes: number;
  ms: number;
}

const file = process.env.MODULES_FILE;
if (file === undefined) throw new Error('MODULES_FILE names no file');

const entries = new Map<string, Entry>();

registerHooks({
  resolve(specifier, context, next) {
    const [found, ms] = measure(() => next(specifier, context));
    if (found.url.startsWith('file:')) {
      const entry = findEntry(found.url);
      entry.importers.add(context.parentURL ?? '');
      entry.ms += ms;
    }
    return found;
  },
  load(url, context, next) {
    const [loaded, ms] = measure(() => next(url, context));
    if (url.startsWith('file:')) {
      const entry = findEntry(url);
      entry.bytes = loaded.source == null ? 0 : Buffer.byteLength(loaded.source as string);
      entry.ms += ms;
    }
    return loaded;
  },
});

process.on('exit', () => {
  const modules = [...entries].map(
    ([url, { importers, bytes, ms }]): LoadedModule => ({ url, importers: [...importers], bytes, ms }),
  );
  appendFileSync(file, `${JSON.stringify({ thread: threadId, modules } satisfies LoadedModules)}\n`);
});

function findEntry(url: string): Entry {
  const known = entries.get(url);
  if (known !== undefined) return known;
  const entry: Entry = { importers: new Set(), bytes: 0, ms: 0 };
  entries.set(url, entry);
  return entry;
}

function measure<T>(run: () => T): readonly [result: T, ms: number] {
  const began = performance.now();
  const result = run();
  return [result, performance.now() - began];
}
