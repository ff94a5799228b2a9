import { type Clock, epochMs } from '../../domain/index.ts';
import { type ServiceDatabase, StorageUnavailableError } from '../../storage/service-database.ts';
import { toBaseMark } from './comparison-decision.ts';
import { storeComparison } from './operations/compare.ts';
import type { SourceQueries } from './rows.ts';
import { type MoneySource, NotComparedError, type SourceComparison, type SourceName } from './source.ts';

/** A source that cannot be read with the current settings, and the reason. */
export interface SilentSource extends SourceName {
  readonly note: string;
}

/** Sources of money that the current settings name. */
export interface ListedSources {
  readonly sources: readonly MoneySource[];
  readonly silent: readonly SilentSource[];
}

export interface SourceComparerOptions {
  readonly listSources: () => Promise<ListedSources>;
  readonly database: ServiceDatabase;
  readonly queries: Pick<SourceQueries, 'find'>;
  readonly clock: Clock;
  /** Receives the reason why a source was not compared. */
  readonly onProblem: (source: SourceName, error: unknown) => void;
}

/** Compares the income at each source of money with the recorded income. A difference waits for a person. */
export class SourceComparer {
  readonly #options: SourceComparerOptions;
  #running: Promise<readonly SourceComparison[]> | null = null;

  constructor(options: SourceComparerOptions) {
    this.#options = options;
  }

  /**
   * Compares all sources. One comparison runs at a time: a caller during a comparison gets the result of the running
   * one.
   *
   * @param signal Aborts the comparison. Sources that were not read by then are `not_compared`; the next comparison
   * reads them.
   * @throws {StorageUnavailableError} when a result cannot be stored.
   */
  compare(signal: AbortSignal): Promise<readonly SourceComparison[]> {
    this.#running ??= this.#compareAll(signal).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #compareAll(signal: AbortSignal): Promise<readonly SourceComparison[]> {
    const { sources, silent } = await this.#options.listSources();
    const compared = await Promise.all(sources.map((source) => this.#compareOne(source, signal)));
    return [...compared, ...silent.map(({ note, ...name }) => this.#toUncompared(name, null, note))];
  }

  async #compareOne(source: MoneySource, signal: AbortSignal): Promise<SourceComparison> {
    const { id, title, currency, isCounted } = source;
    const name = { id, title, currency, isCounted };
    const { queries, database, clock, onProblem } = this.#options;
    const base = await queries.find(id);
    try {
      const reading = await source.read(base === null ? null : toBaseMark(base), signal);
      const at = clock();
      const baseAt = base?.baseAt ?? null;
      const decision = await database.transact(storeComparison, { source: name, reading, baseAt, now: at });
      if (decision === null)
        return this.#toUncompared(name, baseAt, 'it was compared by another process meanwhile');
      const { status, difference } = decision;
      const { figures, leftOut: note } = reading;
      return {
        ...name,
        status,
        at,
        from: baseAt === null ? null : epochMs(baseAt),
        figures,
        difference,
        note,
      };
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      onProblem(name, error);
      return this.#toUncompared(name, base?.baseAt ?? null, describeReason(error, signal));
    }
  }

  #toUncompared(name: SourceName, baseAt: number | null, note: string): SourceComparison {
    return {
      ...name,
      status: 'not_compared',
      at: this.#options.clock(),
      from: baseAt === null ? null : epochMs(baseAt),
      figures: null,
      difference: null,
      note,
    };
  }
}

function describeReason(error: unknown, signal: AbortSignal): string {
  if (signal.aborted && !(error instanceof NotComparedError)) {
    return 'it was not read in time: the next comparison goes on';
  }
  return error instanceof Error ? error.message : String(error);
}
