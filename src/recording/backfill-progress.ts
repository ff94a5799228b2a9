import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findJsonObject } from '../domain/index.ts';

/** Finished assets of a back-fill, one JSON line each, so that an interrupted run continues. */
export class BackfillProgress {
  readonly #file: string;
  readonly #days: number;
  readonly #doneAt: Map<string, number>;

  private constructor(file: string, days: number, doneAt: Map<string, number>) {
    this.#file = file;
    this.#days = days;
    this.#doneAt = doneAt;
  }

  /** Reads the progress of earlier runs that went back at least as many days. */
  static async open(dataDir: string, days: number): Promise<BackfillProgress> {
    const file = path.join(dataDir, 'backfill.jsonl');
    const doneAt = new Map<string, number>();
    const content = await readFile(file, 'utf8').catch(() => '');
    for (const line of content.split('\n')) {
      const entry = findEntry(line);
      if (entry !== null && entry.days >= days) doneAt.set(entry.asset, entry.at);
    }
    return new BackfillProgress(file, days, doneAt);
  }

  /** Whether the asset was filled after the given time. Older runs do not count. */
  isDone(asset: string, since: number): boolean {
    return (this.#doneAt.get(asset) ?? Number.NEGATIVE_INFINITY) > since;
  }

  async markDone(asset: string, at: number): Promise<void> {
    this.#doneAt.set(asset, at);
    await appendFile(this.#file, `${JSON.stringify({ asset, days: this.#days, at })}\n`);
  }
}

/** Parses an entry; null for an empty line, and for one that a crash truncated. */
function findEntry(line: string): { asset: string; days: number; at: number } | null {
  const { asset, days, at } = findJsonObject(line) ?? {};
  return typeof asset === 'string' && typeof days === 'number' && typeof at === 'number'
    ? { asset, days, at }
    : null;
}
