import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

const NAME = /^[0-9a-f]{64}$/;

/**
 * Files that can be made again, each under its sha256: the content of a name never changes, so a reader of one is not
 * disturbed by a newer file. The least recently used files are removed first when there are too many bytes.
 */
export class FileCache {
  readonly #directory: string;
  readonly #maxBytes: number;
  /** Bytes by name, those that were used last at the end. */
  readonly #bytes = new Map<string, number>();
  #total = 0;

  private constructor(directory: string, maxBytes: number) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
  }

  /** Opens a directory, which is made when it is not there. */
  static async open(directory: string, maxBytes: number): Promise<FileCache> {
    const files = new FileCache(directory, maxBytes);
    await mkdir(directory, { recursive: true });
    const found = await Promise.all(
      (await readdir(directory))
        .filter((name) => NAME.test(name))
        .map(async (name) => {
          const { size, mtimeMs } = await stat(path.join(directory, name));
          return { name, size, mtimeMs };
        }),
    );
    for (const { name, size } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) files.#note(name, size);
    return files;
  }

  get bytes(): number {
    return this.#total;
  }

  /** The path of a file; null when it is not there. */
  use(sha256: string, now: number): string | null {
    const bytes = this.#bytes.get(sha256);
    if (bytes === undefined) return null;
    this.#note(sha256, bytes);
    const file = path.join(this.#directory, sha256);
    // The next start goes by the times of the files. One that went meanwhile is missed by its reader.
    utimes(file, now / 1_000, now / 1_000).catch(() => undefined);
    return file;
  }

  /** Takes a finished file over, and lets others go when there are too many bytes. */
  async add(file: string, sha256: string): Promise<void> {
    const { size } = await stat(file);
    // Somebody may have removed the directory: all that it held can be made again.
    await mkdir(this.#directory, { recursive: true });
    await rename(file, path.join(this.#directory, sha256));
    this.#note(sha256, size);
    for (const name of this.#bytes.keys()) {
      if (this.#total <= this.#maxBytes || name === sha256) return;
      this.forget(name);
      await rm(path.join(this.#directory, name), { force: true });
    }
  }

  /** The file is not there any more. */
  forget(sha256: string): void {
    this.#total -= this.#bytes.get(sha256) ?? 0;
    this.#bytes.delete(sha256);
  }

  async clear(): Promise<void> {
    for (const name of [...this.#bytes.keys()]) {
      this.forget(name);
      await rm(path.join(this.#directory, name), { force: true });
    }
  }

  #note(name: string, bytes: number): void {
    this.forget(name);
    this.#bytes.set(name, bytes);
    this.#total += bytes;
  }
}
