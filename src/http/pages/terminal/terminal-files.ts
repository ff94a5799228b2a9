import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { SingleFlight } from '../../../scheduling/single-flight.ts';
import { COMPRESS_FROM_BYTES, type Encoding } from '../../responses/encodings.ts';
import { buildModuleText, LIBRARIES, listStaticImports } from './module-text.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..', '..');
/** Folders of sources that browsers load. Tests, pages and modules that contain only types are left out. */
const SOURCES = ['web', 'client/src'];
const LEFT_OUT = /\.test\.ts$|\.md$|\.html$|generated\/types\.ts$/;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file in the form that browsers receive. */
export interface TerminalFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * Files of the terminal, under one hash of all their bytes, so that the content at an address never changes.
 *
 * The files are read and hashed at the start. Types are stripped at the first request of a file, and each encoding is
 * computed once. The files themselves bound the memory.
 */
export class TerminalFiles {
  /** Hash of all files and of the Node version that strips their types. */
  readonly hash: string;
  readonly #sources: ReadonlyMap<string, Buffer>;
  readonly #made = new Map<string, TerminalFile>();
  readonly #encoded = new Map<string, Buffer>();
  readonly #pending = new SingleFlight<string, Buffer>();

  private constructor(sources: ReadonlyMap<string, Buffer>) {
    this.#sources = sources;
    const hash = createHash('sha256').update(process.version);
    for (const [name, bytes] of sources) hash.update(`\0${name}\0${bytes.length}\0`).update(bytes);
    this.hash = hash.digest('base64url').slice(0, 16);
  }

  /** Reads all files. @throws {Error} when a source or a library is missing. */
  static read(): TerminalFiles {
    const names = SOURCES.flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => path.extname(file) in CONTENT_TYPES && !LEFT_OUT.test(file))
        .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`),
    );
    const sources = new Map(names.sort().map((name) => [name, readFileSync(path.join(ROOT, name))]));
    for (const [name, { file }] of LIBRARIES) sources.set(name, readFileSync(path.join(ROOT, file)));
    return new TerminalFiles(sources);
  }

  /** Reads `web/index.html`, the template of every page. */
  static readPage(): string {
    return readFileSync(path.join(ROOT, 'web', 'index.html'), 'utf8');
  }

  /** Path below which browsers load the files. */
  get base(): string {
    return `/terminal/${this.hash}`;
  }

  get names(): readonly string[] {
    return [...this.#sources.keys()];
  }

  /** Finds a file by a name such as `web/main.ts`; null: there is none. */
  find(name: string): TerminalFile | null {
    const made = this.#made.get(name);
    if (made !== undefined) return made;
    const source = this.#sources.get(name);
    if (source === undefined) return null;
    const contentType = CONTENT_TYPES[path.extname(name)]!;
    const isModule = contentType.startsWith('text/javascript');
    const body = isModule ? Buffer.from(buildModuleText(name, source.toString('utf8'), this.base)) : source;
    const file = { contentType, body };
    this.#made.set(name, file);
    return file;
  }

  /** Encodes a file. If compression saves nothing, the file is returned as it is. */
  async encode(
    name: string,
    { body }: TerminalFile,
    wanted: Encoding,
  ): Promise<{ readonly bytes: Buffer; readonly encoding: Encoding }> {
    if (wanted === 'identity' || body.length < COMPRESS_FROM_BYTES)
      return { bytes: body, encoding: 'identity' };
    const key = `${wanted} ${name}`;
    const known = this.#encoded.get(key);
    if (known !== undefined) return { bytes: known, encoding: wanted };
    const bytes = await this.#pending.run(key, async () => {
      const made = await compressors[wanted](body);
      this.#encoded.set(key, made);
      return made;
    });
    return { bytes, encoding: wanted };
  }

  /**
   * Lists the given modules and all modules that they import statically, directly or through others. @throws {Error}
   * when one is missing.
   */
  resolveGraph(names: readonly string[]): readonly string[] {
    const seen = new Set<string>();
    const visit = (name: string) => {
      if (seen.has(name)) return;
      seen.add(name);
      const file = this.find(name);
      if (file === null) throw new Error(`the terminal has no module ${name}`);
      for (const next of listStaticImports(name, file.body.toString('utf8'), this.base)) visit(next);
    };
    for (const name of names) visit(name);
    return [...seen];
  }
}

/** Files never change, so strong compression pays off. */
const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
  // Without the size, the compressor would allocate the tables of a large file for each small one, which takes seconds
  // of processor time in all.
  zstd: (body: Buffer) =>
    promisify(zstdCompress)(body, {
      params: { [constants.ZSTD_c_compressionLevel]: 17 },
      pledgedSrcSize: body.length,
    }),
} as const;
