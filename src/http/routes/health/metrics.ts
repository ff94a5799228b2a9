import { monitorEventLoopDelay } from 'node:perf_hooks';
import { atFirstUse } from '../../../scheduling/at-first-use.ts';
import { Answer } from '../../responses/answer.ts';
import type { Registration } from '../../routing/registration.ts';
import { failures, rawAnswer, text } from '../../schemas/schema.ts';
import type { MetricsOptions } from './metrics-registry.ts';

/** The monitor sleeps this long and measures the whole time until it wakes. */
const DELAY_RESOLUTION_MS = 10;

/** GET /metrics: Prometheus text. */
export const registerMetrics: Registration<MetricsOptions> = (app, deps, { cache, hub }) => {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  app.addHook('onClose', async () => {
    delay.disable();
  });

  const registry = atFirstUse(async () => {
    const { buildMetricsRegistry } = await import('./metrics-registry.ts');
    return buildMetricsRegistry({ ...deps, cache, hub, delay, delayResolutionMs: DELAY_RESOLUTION_MS });
  });

  app.get(
    '/metrics',
    {
      config: { access: 'free', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getMetrics',
        summary: 'Counters and gauges for Prometheus',
        description: 'The text format of Prometheus. Every name begins with `crosstape_`.',
        tags: ['health'],
        produces: ['text/plain'],
        response: {
          200: rawAnswer(text('Prometheus text format.', 'crosstape_feed_age_seconds{venue="kalshi"} 2.1')),
          ...failures(),
        },
      },
    },
    async () => {
      const metrics = await registry();
      return new Answer(await metrics.metrics(), { contentType: metrics.contentType });
    },
  );
};
