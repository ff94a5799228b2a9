import type { KnownProcess, ProcessStatus } from './process-status.ts';

/** Time after which a process counts as silent. */
export const SILENT_AFTER_MS = 20_000;
/** Time without an answer of the table after which the database is taken to be away. */
const AWAY_AFTER_MS = 10_000;
const EVERY_MS = 5_000;

/** Table where processes of an installation find each other. */
export interface ProcessTable {
  /** Stores the status of this process and reads the newest status of every process. */
  exchange(status: ProcessStatus): Promise<readonly KnownProcess[]>;
  /** Notes that this process ends. */
  leave(): Promise<void>;
}

/** One part of the status of a process. */
export type StatusPart = () => Promise<Partial<ProcessStatus>>;

/** State of the installation, beyond the status of each process. */
export interface InstallationFindings {
  /** Processes that stopped reporting without ending properly. */
  readonly silent: readonly KnownProcess[];
  /** Processes read different links or vocabularies. */
  readonly linksDiffer: boolean;
  /** Processes that Redis does not answer, by id. */
  readonly withoutRedis: readonly string[];
  /** Whether the database of all processes answers this one. */
  readonly isDatabaseUp: boolean;
}

export interface InstallationStatusOptions {
  /** Table of the processes; null: this process is the whole installation. */
  readonly table: ProcessTable | null;
  readonly id: string;
  /** Monotonic ms. */
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
 * Publishes the status of this process every five seconds and reads that of the others, so that an answer about health
 * covers all of them.
 */
export class InstallationStatus {
  readonly #options: InstallationStatusOptions;
  readonly #parts: StatusPart[] = [];
  #others: readonly KnownProcess[] = [];
  #own: KnownProcess | null = null;
  /** When the table was last read, by the monotonic clock. */
  #readAt: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: InstallationStatusOptions) {
    this.#options = options;
    this.#readAt = options.now();
  }

  /** Adds what a part of this process knows. */
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
    // A row that remains shows the process as silent, which is all that can be said.
    await this.#options.table?.leave().catch(() => undefined);
  }

  /** Status of the other processes, at most 20 s old. */
  others(): readonly ProcessStatus[] {
    const heard = this.#others.filter((one) => this.#age(one) <= SILENT_AFTER_MS);
    return heard.map(({ status }) => status).filter((status) => status !== null);
  }

  /** How many processes of a role were running when the table was last read; null: this one is the whole installation. */
  countRunning(role: string): number | null {
    if (this.#options.table === null) return null;
    const known = this.#own === null ? this.#others : [this.#own, ...this.#others];
    return known.filter((one) => one.role === role && one.seenMs <= SILENT_AFTER_MS).length;
  }

  /** All processes that are known, by id; null: this one is the whole installation. */
  processes(): readonly KnownProcess[] | null {
    if (this.#options.table === null) return null;
    const known = this.#own === null ? this.#others : [this.#own, ...this.#others];
    return known.map((one) => ({ ...one, seenMs: this.#age(one) })).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** null: this process is the whole installation. */
  findings(): InstallationFindings | null {
    const known = this.processes();
    if (known === null) return null;
    const silent = known.filter(({ seenMs }) => seenMs > SILENT_AFTER_MS);
    const heard = known.filter((one) => !silent.includes(one));
    const digests = heard.flatMap(({ status }) => (status === null ? [] : [status.linksDigest]));
    return {
      // While the table cannot be read, all other processes look silent.
      silent: this.#isUp() ? silent : [],
      linksDiffer: new Set(digests).size > 1,
      withoutRedis: heard.filter(({ status }) => status?.isRedisUp === false).map(({ id }) => id),
      isDatabaseUp: this.#isUp(),
    };
  }

  #isUp(): boolean {
    return this.#options.now() - this.#readAt <= AWAY_AFTER_MS;
  }

  /** Ages a status by the time that has passed since the table was read. */
  #age({ seenMs }: KnownProcess): number {
    return Math.round(seenMs + this.#options.now() - this.#readAt);
  }

  async #read(): Promise<ProcessStatus> {
    const parts = await Promise.allSettled(this.#parts.map((part) => part()));
    // A part that fails is left out: the process still reports that it runs.
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
