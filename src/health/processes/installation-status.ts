import type { KnownProcess, ProcessStatus } from './process-status.ts';

/** Time in ms without a report after which a process counts as silent. */
const SILENT_AFTER_MS = 20_000;
/** Time in ms without an answer of the table after which the database counts as unavailable. */
const AWAY_AFTER_MS = 10_000;
const EVERY_MS = 5_000;

/** Table with which the processes of an installation find each other. */
export interface ProcessTable {
  /** Stores the status of this process and reads the newest status of every process. */
  exchange(status: ProcessStatus): Promise<readonly KnownProcess[]>;
  /** Notes that this process ends. */
  leave(): Promise<void>;
}

/** Reads one part of the status of a process. */
export type StatusPart = () => Promise<Partial<ProcessStatus>>;

/** State of the installation beyond the status of each process. */
export interface InstallationFindings {
  /** Processes that stopped reporting without a proper end. */
  readonly silent: readonly KnownProcess[];
  /** Whether processes read different links or vocabularies. */
  readonly linksDiffer: boolean;
  /** Ids of the processes that Redis does not answer. */
  readonly withoutRedis: readonly string[];
  /** Whether the shared database answers this process. */
  readonly isDatabaseUp: boolean;
}

export interface InstallationStatusOptions {
  /** Table of the processes. null: this process is the whole installation. */
  readonly table: ProcessTable | null;
  readonly id: string;
  /** Monotonic clock, in ms. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Status of a process that has nothing to report. */
export const NOTHING: ProcessStatus = {
  failedWrites: 0,
  lockHolder: null,
  disk: null,
  linksDigest: null,
  isRedisUp: null,
  deposits: null,
  bot: null,
};

/**
 * Publishes the status of this process every five seconds and reads that of the others, so that health answers cover
 * all of them.
 */
export class InstallationStatus {
  readonly #options: InstallationStatusOptions;
  readonly #parts: StatusPart[] = [];
  #others: readonly KnownProcess[] = [];
  #own: KnownProcess | null = null;
  /** Time of the last read of the table, in monotonic ms. */
  #readAt: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: InstallationStatusOptions) {
    this.#options = options;
    this.#readAt = options.now();
  }

  /** Adds a part to the status of this process. */
  add(part: StatusPart): void {
    this.#parts.push(part);
  }

  /** Starts the periodic exchange. Resolves after the first one. */
  async start(): Promise<void> {
    if (this.#options.table === null) return;
    this.#running = this.#exchange();
    await this.#running;
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.#exchange());
    }, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    // When the database does not answer, the row remains and shows the process as silent, which is correct.
    await this.#options.table?.leave().catch(() => undefined);
  }

  /** Returns the status of the other processes, at most 20 s old. */
  others(): readonly ProcessStatus[] {
    const heard = this.#others.filter((one) => this.#age(one) <= SILENT_AFTER_MS);
    return heard.map(({ status }) => status).filter((status) => status !== null);
  }

  /**
   * Counts the processes of a role that were running when the table was last read. null: this process is the whole
   * installation.
   */
  countRunning(role: string): number | null {
    if (this.#options.table === null) return null;
    const known = this.#own === null ? this.#others : [this.#own, ...this.#others];
    return known.filter((one) => one.role === role && one.seenMs <= SILENT_AFTER_MS).length;
  }

  /** Lists all known processes by id. null: this process is the whole installation. */
  processes(): readonly KnownProcess[] | null {
    if (this.#options.table === null) return null;
    const known = this.#own === null ? this.#others : [this.#own, ...this.#others];
    return known.map((one) => ({ ...one, seenMs: this.#age(one) })).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Finds the state of the installation. null: this process is the whole installation. */
  findings(): InstallationFindings | null {
    const known = this.processes();
    if (known === null) return null;
    const silent = known.filter(({ seenMs }) => seenMs > SILENT_AFTER_MS);
    const heard = known.filter((one) => !silent.includes(one));
    const digests = heard.flatMap(({ status }) => (status === null ? [] : [status.linksDigest]));
    return {
      // While the table cannot be read, all other processes would look silent.
      silent: this.#isUp() ? silent : [],
      linksDiffer: new Set(digests).size > 1,
      withoutRedis: heard.filter(({ status }) => status?.isRedisUp === false).map(({ id }) => id),
      isDatabaseUp: this.#isUp(),
    };
  }

  #isUp(): boolean {
    return this.#options.now() - this.#readAt <= AWAY_AFTER_MS;
  }

  /** Adds the time since the last read of the table to the age of a status. */
  #age({ seenMs }: KnownProcess): number {
    return Math.round(seenMs + this.#options.now() - this.#readAt);
  }

  async #read(): Promise<ProcessStatus> {
    const parts = await Promise.allSettled(this.#parts.map((part) => part()));
    // A part that fails is left out, so that the process still reports that it runs.
    return Object.assign(
      {},
      NOTHING,
      ...parts.map((part) => (part.status === 'fulfilled' ? part.value : {})),
    );
  }

  async #exchange(): Promise<void> {
    const { table, id, now, onError } = this.#options;
    try {
      const known = (await table?.exchange(await this.#read())) ?? [];
      this.#readAt = now();
      this.#own = known.find((one) => one.id === id) ?? null;
      this.#others = known.filter((one) => one.id !== id);
    } catch (error) {
      onError(error);
    }
  }
}
