import type { Simulator } from '../../simulator/index.ts';
import { epochMs, SECOND_MS } from '../../src/domain/index.ts';
import type { SettledRow } from '../../src/history/contract/settled.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';

/** Time in which nothing of what was sent is sure to be stored: the recorder was killed, or a series silent. */
export interface Outage {
  /** Series; null: all. */
  readonly key: string | null;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface WindowReport {
  readonly windows: number;
  /** Windows by verdict, those that are unknown by its reason. */
  readonly found: Readonly<Record<string, number>>;
  /** Faults that struck them, by kind. */
  readonly faults: Readonly<Record<string, number>>;
  readonly kills: number;
  /** Faults of the judgement, one sentence each. */
  readonly wrong: readonly string[];
}

/** The truth of a window, as the simulator tells it. */
interface Truth {
  readonly asset: string;
  readonly source: 'twap60' | 'rti60';
  readonly coin: string;
  readonly openAt: number;
  readonly closeAt: number;
  readonly strike: string;
  readonly value: string;
  readonly outcome: 'yes' | 'no';
  readonly faults: readonly string[];
}

const RECORDED_WITHIN_MS = 600 * SECOND_MS;
/** Time around a close in which values surely arrive while the sockets are open. */
const OPEN_WITHIN_MS = 15 * SECOND_MS;

/** Measures the stored verdict of each window that closed in a span by the truth of the simulator. */
export async function judgeWindows(
  simulator: Simulator,
  dataDir: string,
  {
    fromMs,
    toMs,
    outages,
  }: { readonly fromMs: number; readonly toMs: number; readonly outages: readonly Outage[] },
): Promise<WindowReport> {
  const control = simulator.urls.kalshi.replace('/trade-api/v2', '/simulator');
  const answer = await fetch(`${control}/windows?from=${fromMs}&to=${toMs}`);
  const truths = (await answer.json()) as readonly Truth[];
  const rows = await readRows(dataDir);
  const judge = new WindowJudge(simulator, outages);
  const found: Record<string, number> = {};
  const faults: Record<string, number> = {};
  const wrong: string[] = [];
  for (const truth of truths) {
    const row = rows.get(truth.asset);
    for (const kind of truth.faults) faults[kind] = (faults[kind] ?? 0) + 1;
    if (row === undefined) {
      wrong.push(`${truth.asset}: no verdict`);
      continue;
    }
    const name = row.reason ?? row.verdict;
    found[name] = (found[name] ?? 0) + 1;
    const complaint = judge.findWrong(row, truth);
    if (complaint !== null) wrong.push(`${truth.asset} [${truth.faults}]: ${complaint}`);
  }
  const kills = outages.filter(({ key }) => key === null).length;
  return { windows: truths.length, found, faults, kills, wrong };
}

async function readRows(dataDir: string): Promise<ReadonlyMap<string, SettledRow>> {
  const history = await openSqliteHistory({ dataDir });
  const rows = new Map<string, SettledRow>();
  try {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await history.listSettled({ limit: 1_000, ...(cursor === '' ? {} : { cursor }) });
      for (const row of page.rows) rows.set(row.asset, row);
      cursor = page.nextCursor;
    }
  } finally {
    await history.close();
  }
  return rows;
}

class WindowJudge {
  readonly #simulator: Simulator;
  readonly #outages: readonly Outage[];

  constructor(simulator: Simulator, outages: readonly Outage[]) {
    this.#simulator = simulator;
    this.#outages = outages;
  }

  /** Finds the fault of a verdict; null: it has none. */
  findWrong(row: SettledRow, truth: Truth): string | null {
    if (row.openAt !== truth.openAt || row.closeAt !== truth.closeAt || row.source !== truth.source)
      return `its terms are ${row.source} from ${row.openAt} to ${row.closeAt}`;
    if (row.outcome !== truth.outcome) return `the venue paid ${truth.outcome}, and ${row.outcome} is stored`;
    return row.verdict === 'unknown' ? this.#findUnexplained(row, truth) : findWrongResult(row, truth);
  }

  #findUnexplained(row: SettledRow, { source, coin, closeAt }: Truth): string | null {
    const wasSent = (t: number) =>
      this.#simulator.world.publication.isSent(source, coin, t) && !this.#isLost(source, coin, t);
    switch (row.reason) {
      case 'second_missing':
      case 'window_incomplete': {
        const there = row.missing.filter(wasSent);
        if (row.missing.length > 0 && there.length === 0) return null;
        return `${row.missing} are missing, and ${there} were sent`;
      }
      case 'second_disputed': {
        const { publication } = this.#simulator.world;
        const seconds = (row.detail?.seconds ?? []) as readonly number[];
        const isCorrected = (t: number) =>
          publication.listFaults(source, coin, t).some(({ kind }) => kind === 'reference_correct');
        return seconds.length > 0 && seconds.every(isCorrected) ? null : `${seconds} were not corrected`;
      }
      case 'average_not_recorded':
      case 'source_not_recorded': {
        const step = source === 'rti60' ? 900 * SECOND_MS : SECOND_MS;
        for (let t = closeAt - RECORDED_WITHIN_MS; t <= closeAt + RECORDED_WITHIN_MS; t += SECOND_MS)
          // The sockets are open near the close alone.
          if (t % step === 0 && Math.abs(t - closeAt) <= OPEN_WITHIN_MS && wasSent(t)) return `${t} was sent`;
        return null;
      }
      default:
        return `it is unknown by ${row.reason} ${JSON.stringify(row.detail)}`;
    }
  }

  /** Whether everything that was sent of a moment may have been lost. */
  #isLost(source: Truth['source'], coin: string, t: number): boolean {
    const { publication } = this.#simulator.world;
    const sent = publication.listEmissions(source, coin, t).map(({ at }) => at);
    return this.#outages.some(
      ({ key, fromMs, toMs }) =>
        (key === null || key === `${source}-${coin}`) && sent.some((at) => at > fromMs && at <= toMs),
    );
  }
}

/** Finds the fault of a result that was given. */
function findWrongResult(row: SettledRow, { strike, value, outcome, faults }: Truth): string | null {
  const isPaidOtherwise = faults.includes('reference_other_result');
  const result = isPaidOtherwise === (outcome === 'yes') ? 'no' : 'yes';
  const verdict = isPaidOtherwise ? 'contradicted' : 'reproduced';
  if (row.verdict !== verdict || row.result !== result)
    return `${row.verdict} by ${row.result}, and ${verdict} by ${result} is right`;
  if (row.value !== value && Number(row.value) !== Number(value))
    return `its value is ${row.value}, not ${value}`;
  // The strike that the venue states afterwards is rounded, or a double.
  if (row.strikeBy !== 'venue' && row.strike !== strike && Number(row.strike) !== Number(strike))
    return `its strike is ${row.strike}, not ${strike}`;
  return epochMs(row.decidedAt) > row.closeAt! ? null : 'it was decided before the close';
}
