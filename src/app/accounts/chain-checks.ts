import type { Chain } from '../../billing/deposits/chains/chain.ts';
import { describeClockDifference } from '../../billing/deposits/chains/clock-check.ts';
import type { OpenChain } from '../../billing/deposits/chains/family.ts';
import { type Clock, MINUTE_MS } from '../../domain/index.ts';
import type { StalledChain } from '../../health/anomalies/money-anomalies.ts';
import type { Log } from '../../log.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';

/** Interval at which the books are compared with each chain. */
const CHECK_EVERY_MS = 10 * MINUTE_MS;
/** Interval at which our clock is compared with the chains. */
const CLOCK_EVERY_MS = MINUTE_MS;

type OpenedChain = Pick<OpenChain, 'check' | 'findHead'> & { readonly chain: Chain };

/** Compares the books of chains with the chains, and our clock with theirs, while their watchers run. */
export class ChainChecks {
  readonly #tasks: readonly PeriodicTask[];
  /** Differences of the books, by chain. */
  readonly #findings = new Map<string, readonly string[]>();
  /** Differences of the clocks, by chain. */
  readonly #differences = new Map<string, string>();
  #stopping = new AbortController();

  constructor(
    opened: readonly OpenedChain[],
    { clock, log }: { readonly clock: Clock; readonly log: Log | undefined },
  ) {
    this.#tasks = opened.flatMap(({ chain, check, findHead }) => [
      ...(check === undefined ? [] : [this.#compareBooks(chain, check, log)]),
      ...(findHead === undefined ? [] : [this.#compareClocks(chain, findHead, { clock, log })]),
    ]);
  }

  /** Starts the comparisons, also after a stop. */
  start(): void {
    this.#stopping = new AbortController();
    for (const task of this.#tasks) task.start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#tasks.map((task) => task.stop()));
    this.#findings.clear();
    this.#differences.clear();
  }

  listFound(): StalledChain[] {
    return [
      ...[...this.#findings].flatMap(([chain, found]) =>
        found.map((message) => ({ message: `${chain}: ${message}`, isCritical: true })),
      ),
      ...[...this.#differences.values()].map((message) => ({
        message,
        isCritical: false,
        code: 'chain_clock_differs' as const,
      })),
    ];
  }

  #compareBooks(chain: Chain, check: OpenedChain['check'] & {}, log: Log | undefined): PeriodicTask {
    return new PeriodicTask({
      everyMs: CHECK_EVERY_MS,
      run: async () => {
        const found = await check(this.#limit(CHECK_EVERY_MS));
        this.#findings.set(chain.name, found);
        if (found.length > 0) log?.error({ chain: chain.name, found }, 'the books differ from the chain');
      },
      // Failures are logged at debug level, because the watcher reports whether the nodes answer.
      onError: (error) => log?.debug({ chain: chain.name, err: error }, 'a chain could not be checked'),
    });
  }

  #compareClocks(
    chain: Chain,
    findHead: OpenedChain['findHead'] & {},
    { clock, log }: { readonly clock: Clock; readonly log: Log | undefined },
  ): PeriodicTask {
    return new PeriodicTask({
      everyMs: CLOCK_EVERY_MS,
      firstAfterMs: 0,
      run: async () => {
        const head = await findHead(this.#limit(CLOCK_EVERY_MS));
        const found = head === null ? null : describeClockDifference(chain, head, clock());
        if (found === null) this.#differences.delete(chain.name);
        else this.#differences.set(chain.name, found);
      },
      onError: (error) => log?.debug({ chain: chain.name, err: error }, 'clocks were not compared'),
    });
  }

  #limit(ms: number): AbortSignal {
    return AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ms)]);
  }
}
