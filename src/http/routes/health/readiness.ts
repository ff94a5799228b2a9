import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';

/** Reasons why a process is not ready for requests. `no_snapshot`: no venue has a snapshot yet. */
export type NotReady = 'stopping' | 'no_snapshot';

export interface ReadinessOptions {
  /** Finds the reasons why the process is not ready; empty: it is ready. */
  readonly findReasons: () => readonly NotReady[];
}

/**
 * GET /api/health/live and GET /api/health/ready: for proxies and supervisors, on the servers of every process role.
 */
export const registerReadiness: Registration<ReadinessOptions> = (app, { findReasons }) => {
  const config = { access: 'free', cacheSeconds: 0, probe: false, hidden: true } as const;

  app.get('/api/health/live', { config }, async () => ({ ok: true }));

  app.get('/api/health/ready', { config }, async () => {
    const reasons = findReasons();
    if (reasons.length === 0) return { ok: true };
    throw new ApiError('not_ready', `send requests to another process: ${reasons.join(', ')}`, {
      extra: { reasons },
    });
  });
};
