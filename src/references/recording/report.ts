import { type Static, Type } from 'typebox';
import { type EpochMs, findSource, RELAYS, type RelayId } from '../../domain/index.ts';
import { RELAY_STATES, type RelayState } from '../relay.ts';
import { REFERENCE_ANOMALIES, type ReferenceAnomalyCode } from './anomalies.ts';
import type { LastReference, SeriesRecorder } from './series-recorder.ts';

const Count = Type.Integer({ minimum: 0 });
const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const word = <Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words] });

/** State of all reference prices, as the processes of an installation exchange it. */
export const ReferenceReportSchema = Type.Object({
  series: Type.Array(
    Type.Object({
      asset: Type.String(),
      key: Type.String(),
      source: Type.String(),
      coin: Type.String(),
      title: Type.String(),
      everyMs: orNull(Type.Integer()),
      /** Running relays that provide the series. */
      relays: Type.Array(word<RelayId>(RELAYS)),
      last: orNull(
        Type.Object({
          t: Type.Integer(),
          text: orNull(Type.String()),
          p: Type.Number(),
          receivedAt: orNull(Type.Integer()),
          relay: orNull(word<RelayId>(RELAYS)),
          ageMs: Count,
        }),
      ),
      last24h: Type.Object({
        seconds: Count,
        /** null, like the longest hole, for series whose values arrive only at certain times. */
        missing: orNull(Count),
        longestHoleMs: orNull(Count),
        late: Count,
        corrections: Count,
        duplicates: Count,
        refused: Type.Object({ future: Count, tooOld: Count, invalid: Count, sourceChanged: Count }),
      }),
    }),
  ),
  relays: Type.Array(
    Type.Object({
      relay: word<RelayId>(RELAYS),
      state: word<RelayState>(RELAY_STATES),
      why: orNull(Type.String()),
      connected: Type.Boolean(),
      lastValueAt: orNull(Type.Integer()),
    }),
  ),
  anomalies: Type.Array(
    Type.Object({
      severity: Type.Literal('warning'),
      code: word<ReferenceAnomalyCode>(REFERENCE_ANOMALIES),
      venue: Type.Null(),
      message: Type.String(),
    }),
  ),
  /** Number of times that each anomaly began since the start of the process. */
  raised: Type.Object({ reference_silent: Count, reference_holes: Count, reference_refused: Count }),
});

export type ReferenceReport = Static<typeof ReferenceReportSchema>;
export type SeriesReport = ReferenceReport['series'][number];

/** Reads the state of reference prices, from this process or another one. */
export interface ReferenceReader {
  read(): Promise<ReferenceReport>;
}

/** Builds the report of a series. @param relays Ids of the running relays that provide the series. */
export function describeSeries(one: SeriesRecorder, relays: readonly RelayId[], now: EpochMs): SeriesReport {
  const { late, corrections, duplicates, future, tooOld, invalid } = one.counts;
  const { seconds, missing, longestHoleMs } = one.seconds.count(now);
  const isEven = one.everyMs !== null;
  const { source, coin } = one.series;
  return {
    asset: one.asset,
    key: one.key,
    source,
    coin,
    title: findSource(source)?.title ?? source,
    everyMs: one.everyMs,
    relays: [...relays],
    last: one.last === null ? null : toLastReport(one.last, now),
    last24h: {
      seconds,
      missing: isEven ? missing : null,
      longestHoleMs: isEven ? longestHoleMs : null,
      late,
      corrections,
      duplicates,
      refused: { future, tooOld, invalid, sourceChanged: one.sourceChanged },
    },
  };
}

function toLastReport(last: LastReference, now: EpochMs): NonNullable<SeriesReport['last']> {
  const relay = RELAYS.find((id) => id === last.relay) ?? null;
  return { ...last, relay, ageMs: Math.max(0, now - last.t) };
}
