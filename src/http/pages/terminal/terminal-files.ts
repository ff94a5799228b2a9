import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { SingleFlight } from '../../../scheduling/single-flight.ts';
import { COMPRESS_FROM_BYTES, type Encoding } from '../../responses/encodings.ts';
import { buildModuleText, LIBRARIES, listStaticImports } from './module-text.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..', '..');
/** Folders of sources that browsers read. Tests, pages for people and modules of types alone stay out. */
const SOURCES = ['web', 'client/src'];
const LEFT_OUT = /\.test\.ts$|\.md$|\.html$|generated\/types\.ts$/;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** One file in the form in which browsers get it. */
export interface TerminalFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * The files of the terminal under one hash of all their bytes, so that the content of an address never changes.
 *
 * The start reads and hashes them; types are stripped on the first request of a file, and each encoding of it is
 * computed once. Memory is bounded by the files themselves.
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

  /** @throws {Error} when a source or a library is not there. */
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

  /** `web/index.html`, which every page is made of. */
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

  /** The file of a name such as `web/main.ts`; null without. */
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

  /** The bytes of a file in an encoding; the file as it is where compression saves nothing. */
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

  /** The modules that must be there before the first of them runs, each before those that import it is read. */
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

/** Files never change, so the smallest form is worth its time once. */
const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
  // Without the size, each file would be given the tables of a large one: seconds of a processor for all of them.
  zstd: (body: Buffer) =>
    promisify(zstdCompress)(body, {
      params: { [constants.ZSTD_c_compressionLevel]: 17 },
      pledgedSrcSize: body.length,
    }),
} as const;
