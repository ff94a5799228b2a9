import { mkdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Type } from 'typebox';
import { findJson } from '../../domain/index.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { Validator } from '../../validator.ts';

/** An address as the file stores it, with all facts that are needed to deploy its forwarder and to name its owner. */
export interface AddressLine {
  /** Id of the owner, 32 hex digits. */
  readonly uid: string;
  readonly owner: string;
  /** Name of the chain when the address was assigned. */
  readonly chain: string;
  /** Scope of the chain's deposits: `chain:8453`. */
  readonly scope: string;
  readonly address: string;
  readonly salt: string;
  readonly factory: string;
  readonly implementation: string;
}

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const line = new Validator(
  Type.Object({
    uid: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    owner: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,127}$' }),
    chain: Text(64),
    scope: Text(64),
    address: Text(128),
    salt: Text(128),
    factory: Text(128),
    implementation: Text(128),
  }),
);

/**
 * Parses a file of addresses line by line.
 *
 * @returns The addresses, and the numbers of unreadable lines, counted from 1.
 */
export function readAddressLines(text: string): {
  readonly lines: readonly AddressLine[];
  readonly wrong: readonly number[];
} {
  const lines: AddressLine[] = [];
  const wrong: number[] = [];
  for (const [i, json] of text.split('\n').entries()) {
    if (json.trim() === '') continue;
    const value = findJson(json);
    if (line.accepts(value)) lines.push(value);
    else wrong.push(i + 1);
  }
  return { lines, wrong };
}

/**
 * Append-only file of the addresses that were assigned to owners. It is stored beside the database, so that a restore
 * of an older backup forgets no address.
 */
export class AddressFile {
  readonly #file: string | null;
  readonly #known = new Map<string, AddressLine>();
  readonly #uids = new Map<string, string>();
  /** Numbers of unreadable lines, counted from 1. */
  readonly wrong: readonly number[];

  /**
   * Opens the file.
   *
   * @param file Path; the file is created with the first address. null: addresses are kept in memory only, as in their
   * database.
   */
  constructor(file: string | null) {
    this.#file = file;
    const { lines, wrong } = readAddressLines(file === null ? '' : readIfThere(file));
    this.wrong = wrong;
    for (const one of lines) this.#add(one);
  }

  list(): readonly AddressLine[] {
    return [...this.#known.values()];
  }

  /** Finds the id that an owner had when the first address was assigned; null: the file has no address of the owner. */
  findUid(owner: string): Uint8Array | null {
    const uid = this.#uids.get(owner);
    return uid === undefined ? null : Uint8Array.from(Buffer.from(uid, 'hex'));
  }

  /**
   * Stores an address; resolves when it is on disk. A known address is not written again.
   *
   * @throws {StorageUnavailableError} when the file cannot be written: the owner must not be told the address then.
   */
  async keep(one: AddressLine): Promise<void> {
    if (this.#known.has(toKey(one))) return;
    if (this.#file !== null) await this.#append(this.#file, one);
    this.#add(one);
  }

  async #append(file: string, one: AddressLine): Promise<void> {
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      const handle = await open(file, 'a', 0o600);
      try {
        // The first write of each process begins on a new line, because a crash may have cut the last line.
        await handle.appendFile(`${this.#known.size === 0 ? '' : '\n'}${JSON.stringify(one)}\n`);
        await handle.datasync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw new StorageUnavailableError(`${file} cannot be written: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  #add(one: AddressLine): void {
    this.#known.set(toKey(one), one);
    if (!this.#uids.has(one.owner)) this.#uids.set(one.owner, one.uid);
  }
}

function toKey({ scope, address }: Pick<AddressLine, 'scope' | 'address'>): string {
  return `${scope} ${address}`;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
