import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

const NAME = /^[0-9a-f]{64}$/;

/**
 * Files that can be written again, each named by its SHA-256: the content of a name never changes, so a newer file does
 * not disturb a reader. When there are too many bytes, the least recently used files are removed.
 */
export class FileCache {
  readonly #directory: string;
  readonly #maxBytes: number;
  /** Size of each file by name, the most recently used at the end. */
  readonly #bytes = new Map<string, number>();
  #total = 0;

  private constructor(directory: string, maxBytes: number) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
  }

  /** Opens a directory, which is created when it does not exist. */
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

  /** Marks a file as used now. @returns Its path; null when the cache does not have it. */
  use(sha256: string, now: number): string | null {
    const bytes = this.#bytes.get(sha256);
    if (bytes === undefined) return null;
    this.#note(sha256, bytes);
    const file = path.join(this.#directory, sha256);
    // The next start orders the files by these times. A file that has disappeared is noticed when it is read.
    utimes(file, now / 1_000, now / 1_000).catch(() => undefined);
    return file;
  }

  /** Moves a finished file into the cache, and removes others when there are too many bytes. */
  async add(file: string, sha256: string): Promise<void> {
    const { size } = await stat(file);
    // The directory may have been removed: all of its files can be written again.
    await mkdir(this.#directory, { recursive: true });
    await rename(file, path.join(this.#directory, sha256));
    this.#note(sha256, size);
    for (const name of this.#bytes.keys()) {
      if (this.#total <= this.#maxBytes || name === sha256) return;
      this.forget(name);
      await rm(path.join(this.#directory, name), { force: true });
    }
  }

  /** Forgets a file that has disappeared. */
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
