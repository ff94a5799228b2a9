import { setTimeout as wait } from 'node:timers/promises';
import {
  type Clock,
  DAY_MS,
  type EpochMs,
  epochMs,
  type MarketState,
  SECOND_MS,
} from '../../domain/index.ts';
import type { VenueAdapter } from '../venue-adapter.ts';
import type { VenueProfile } from '../venue-profile.ts';
import { StreamMeter } from './stream-meter.ts';
import type { CallReport, KindReport, VenueReport } from './venue-report.ts';

export interface VenueCheckOptions {
  readonly adapter: VenueAdapter;
  readonly profile: Pick<VenueProfile, 'checks'>;
  /** Time for which the stream is read, in ms. */
  readonly streamMs: number;
  /**
   * Interval between two rounds of calls while the stream is read, in ms. null: one round at the start and one at the
   * end.
   */
  readonly everyMs: number | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const CALL_TIMEOUT_MS = 120 * SECOND_MS;
const CANDLES_MS = DAY_MS;
const MAX_SENTENCE = 400;

/**
 * Calls every read operation of a venue that the service uses, listens to its stream, and reports what was refused,
 * missing, silent or new. Sends no orders, and no key except the one that opens the stream. Failures of the venue are
 * part of the report: they never reject.
 */
export async function checkVenue(options: VenueCheckOptions): Promise<VenueReport> {
  const { adapter, clock, streamMs, everyMs, signal } = options;
  const fromMs = clock();
  const end = performance.now() + streamMs;
  adapter.intake?.searchAll();
  const calls = new CallLog(signal);
  const meter = adapter.stream === null ? null : new StreamMeter(adapter.stream);
  try {
    meter?.start();
    const subjects = await askEverything(adapter, calls, clock);
    meter?.listen(subjects.map(({ ref }) => ref.asset));
    while (performance.now() < end && !signal.aborted) {
      const leftMs = end - performance.now();
      await wait(Math.min(leftMs, everyMs ?? leftMs), undefined, { signal }).catch(() => undefined);
      // The adapter reads some facts in the background, so that only the second list of markets has them.
      if (!signal.aborted) await askEverything(adapter, calls, clock);
    }
  } finally {
    meter?.stop();
  }
  return buildReport(options, { fromMs, calls: calls.list(), meter });
}

/** Calls each public endpoint once. @returns The markets for which book, candles and the like were requested. */
async function askEverything(adapter: VenueAdapter, calls: CallLog, clock: Clock): Promise<MarketState[]> {
  const poll = await calls.run('list of markets', (signal) => adapter.poll(signal));
  const subjects = chooseSubjects(poll?.markets ?? []);
  for (const { ref, kind } of subjects) {
    const window = { fromMs: epochMs(clock() - CANDLES_MS), toMs: clock() };
    await calls.run(`book of ${ref.asset}`, (signal) => adapter.readBook(ref, signal));
    await calls.run(`candles of ${ref.asset}`, (signal) =>
      adapter.readCandles(ref, window, signal, 'statistics'),
    );
    if (kind === 'perp') {
      await calls.run(`funding of ${ref.asset}`, (signal) =>
        adapter.readFunding(ref, window, signal, 'statistics'),
      );
    } else {
      await calls.run(`resolution of ${ref.asset}`, (signal) => adapter.readResolution(ref, signal));
    }
  }
  return subjects;
}

/**
 * Chooses the first perpetual and the first binary market with a book on both sides. Lists begin with the largest
 * market.
 */
function chooseSubjects(markets: readonly MarketState[]): MarketState[] {
  const isQuoted = ({ bid, ask, price }: MarketState) => price !== null && bid !== null && ask !== null;
  const perps = markets.filter(({ kind }) => kind === 'perp');
  const binaries = markets.filter(({ kind }) => kind === 'binary');
  return [perps.find(isQuoted) ?? perps[0], binaries.find(isQuoted) ?? binaries[0]].filter(
    (market) => market !== undefined,
  );
}

/** Runs calls one after another and records the time, the number and the last failure of each. */
class CallLog {
  readonly #signal: AbortSignal;
  readonly #calls = new Map<string, CallReport>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async run<T>(call: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const begun = performance.now();
    try {
      const answer = await ask(AbortSignal.any([this.#signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]));
      this.#add(call, begun, null);
      return answer;
    } catch (error) {
      if (!this.#signal.aborted) this.#add(call, begun, (error as Error).message.slice(0, MAX_SENTENCE));
      return null;
    }
  }

  list(): CallReport[] {
    return [...this.#calls.values()];
  }

  #add(call: string, begun: number, failure: string | null): void {
    const before = this.#calls.get(call);
    const tookMs = Math.round(performance.now() - begun);
    this.#calls.set(call, {
      call,
      times: (before?.times ?? 0) + 1,
      failed: (before?.failed ?? 0) + (failure === null ? 0 : 1),
      tookMs: Math.max(tookMs, before?.tookMs ?? 0),
      failure: failure ?? before?.failure ?? null,
    });
  }
}

function buildReport(
  { adapter, profile, clock, streamMs }: VenueCheckOptions,
  { fromMs, calls, meter }: { fromMs: EpochMs; calls: readonly CallReport[]; meter: StreamMeter | null },
): VenueReport {
  const { intake } = adapter;
  const refused = intake?.listRefused() ?? [];
  const unknown = intake?.listUnknown() ?? [];
  const kinds = (intake?.listKinds() ?? []).map(
    ({ kind, endpoint, read, refused: count }): KindReport => ({
      kind,
      endpoint,
      read,
      refused: count,
      firstRefused: refused.find((one) => one.kind === kind) ?? null,
      unknown: unknown.filter((one) => one.kind === kind),
    }),
  );
  const stream = meter?.report(streamMs) ?? null;
  const wasRead = (name: string) => kinds.some(({ kind, read }) => kind === name && read > 0);
  const { answers = [], channels = [] } = profile.checks ?? {};
  const problems = [
    ...calls.flatMap(({ call, times, failed, failure }) =>
      failure === null
        ? []
        : [`${call} failed: ${failure}${times === 1 ? '' : ` (${failed} of ${times} times)`}`],
    ),
    ...refused.map(
      ({ kind, member, count, at }) =>
        `${kind}: ${count} refused for ${member}, first ${at.row ?? at.endpoint} with ${at.value ?? 'no such member'}`,
    ),
    ...answers.flatMap((kind) => (wasRead(kind) ? [] : [`${kind} is missing: none was read`])),
    ...(stream === null || stream.connected ? [] : ['the stream is not connected']),
    ...(stream === null
      ? []
      : channels.flatMap((kind) => (wasRead(kind) ? [] : [`the channel of ${kind} is silent`]))),
    ...(stream === null || stream.updates > 0 ? [] : ['the stream brought no update of any asset']),
  ];
  const news = unknown.map(({ kind, member, value, count, at }) =>
    value === null
      ? `${kind}: member ${member} is new, ${count} times, first ${at.row ?? at.endpoint} with ${at.value}`
      : `${kind}: ${member} has the new word ${JSON.stringify(value)}, ${count} times, first ${at.row ?? at.endpoint}`,
  );
  return { venue: adapter.venue, fromMs, toMs: clock(), calls, kinds, stream, problems, news };
}
