import type { Log } from '../../log.ts';
import { InOrder } from '../../scheduling/in-order.ts';

/** Work that one process of an installation does at a time. It may start again after a stop. */
export interface SharedWork {
  /** Name of the work: `audit`, `deposits`. */
  readonly name: string;
  start(): Promise<void> | void;
  /** Resolves when the work has ended completely. */
  stop(): Promise<void>;
}

/** Decides which process does a piece of work. */
export interface WorkChooser {
  /**
   * Does the work whenever this process is chosen for it. When this process is always chosen, the work has started when
   * the promise resolves.
   *
   * @param lifecycle Receives the end of the work, after which another process can continue it.
   */
  keep(work: SharedWork, lifecycle: AsyncDisposableStack): Promise<void>;
  /** Whether this process is chosen at present. */
  has(name: string): boolean;
}

/** Chooser for a process that is the whole installation and does everything. */
export const ONLY_PROCESS: WorkChooser = {
  keep: async (work, lifecycle) => {
    lifecycle.adopt(work, (running) => running.stop());
    await work.start();
  },
  has: () => true,
};

/** Starts and stops a piece of work in the order of the decisions, without overlap. */
class WorkSwitch {
  readonly #work: SharedWork;
  readonly #log: Log;
  readonly #steps = new InOrder();

  constructor(work: SharedWork, log: Log) {
    this.#work = work;
    this.#log = log;
  }

  setRunning(on: boolean): void {
    this.#steps
      .run(() => (on ? this.#work.start() : this.#work.stop()))
      .catch((error) => {
        this.#log.error({ err: error, work: this.#work.name }, 'shared work could not be started or stopped');
      });
  }

  /** Resolves when all decisions have been carried out. */
  waitUntilIdle(): Promise<void> {
    return this.#steps.waitUntilIdle();
  }
}

/**
 * Chooses by leases in the database. The work moves to another process when its process ends, stops answering or gives
 * it back.
 */
export async function chooseByLease(url: string, holder: string, log: Log): Promise<WorkChooser> {
  const { keepLease } = await import('../../storage/postgres/lease.ts');
  const leases = new Map<string, { readonly fence: number | null }>();
  return {
    keep: async (work, lifecycle) => {
      const { name } = work;
      const running = new WorkSwitch(work, log);
      const lease = keepLease({
        url,
        name,
        holder,
        onHeld: () => {
          log.info({ work: name }, 'this process does it from now on');
          running.setRunning(true);
        },
        onLost: () => running.setRunning(false),
      });
      leases.set(name, lease);
      lifecycle.adopt(lease, async () => {
        // The work stops before the lease ends, so that it does not overlap with the next process.
        running.setRunning(false);
        await running.waitUntilIdle();
        await lease.release();
      });
    },
    has: (name) => leases.get(name)?.fence != null,
  };
}
