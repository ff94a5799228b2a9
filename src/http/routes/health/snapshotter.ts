import { type Clock, formatIsoTime } from '../../../domain/index.ts';
import type { SnapshotStore } from '../../../feed/snapshot-store.ts';
import { DOWN_AFTER_MS, judgeSnapshotter, WARN_AFTER_MS } from '../../../health/snapshotter.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

export interface SnapshotterHealthOptions {
  readonly snapshots: Pick<SnapshotStore, 'stats'>;
  readonly clock: Clock;
}

/** GET /api/health/snapshotter: verdict on the snapshot file, with status 503 when DOWN. */
export const registerSnapshotterHealth: Registration<SnapshotterHealthOptions> = (
  app,
  { snapshots, clock },
) => {
  app.get(
    '/api/health/snapshotter',
    {
      config: { access: 'free', cacheSeconds: 30 },
      schema: {
        operationId: 'getSnapshotterHealth',
        summary: 'Health of the snapshot file',
        description:
          'The snapshot file keeps the newest state for a restart. OK: at most 10 minutes old; WARN: at most 30; DOWN (503): older or missing.',
        tags: ['health'],
        response: { 200: snapshotterSchema, ...s.failures('snapshotter_down') },
      },
    },
    async () => {
      const stats = snapshots.stats();
      const { verdict, reason } = judgeSnapshotter(stats.exists ? stats.ageMs : null);
      const body = {
        generatedAt: formatIsoTime(clock()),
        verdict,
        reason,
        thresholds: { warnAfterMs: WARN_AFTER_MS, downAfterMs: DOWN_AFTER_MS },
        stats: {
          exists: stats.exists,
          sizeBytes: stats.sizeBytes,
          lastTs: stats.lastTs === null ? null : formatIsoTime(stats.lastTs),
          lastTsMs: stats.lastTs,
          ageMs: stats.ageMs,
          count24h: stats.count24h,
        },
      };
      if (verdict !== 'DOWN') return { ok: true as const, ...body };
      throw new ApiError('snapshotter_down', reason ?? 'the snapshot file is missing', { extra: body });
    },
  );
};

const snapshotterSchema = s.object('Health of the snapshot file.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  verdict: s.choice('Verdict; `DOWN` is sent with 503.', ['OK', 'WARN', 'DOWN']),
  reason: s.nullable(
    s.text('Reason why the verdict is not OK.', 'the newest snapshot is 12 minutes old'),
    'the verdict is OK',
  ),
  thresholds: s.object('Ages at which the verdict changes.', {
    warnAfterMs: s.int('Age in ms above which the verdict is WARN.', 600_000),
    downAfterMs: s.int('Age in ms above which the verdict is DOWN.', 1_800_000),
  }),
  stats: s.object('Facts about the file.', {
    exists: s.bool('Whether the file exists.', true),
    sizeBytes: s.nullable(s.int('Size of the file in bytes.', 3_412_004), 'there is no file'),
    lastTs: s.nullable(
      s.text('Time of the last write, ISO 8601.', '2026-11-21T12:00:00.000Z'),
      'there is no file',
    ),
    lastTsMs: s.nullable(s.epochMsField('Time of the last write.'), 'there is no file'),
    ageMs: s.nullable(s.int('Age of the file in ms.', 31_000), 'there is no file'),
    count24h: s.int('Writes in the last 24 hours.', 1_440),
  }),
});
