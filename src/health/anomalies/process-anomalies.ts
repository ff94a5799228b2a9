import type { InstallationFindings } from '../processes/installation-status.ts';
import type { Anomaly } from './anomaly.ts';

/** Finds anomalies of the processes of an installation, and differences between them. */
export function processAnomalies({ silent, linksDiffer }: InstallationFindings): Anomaly[] {
  const found: Anomaly[] = [];
  const add = (code: Anomaly['code'], message: string, count?: number) =>
    found.push({
      severity: 'warning',
      code,
      venue: null,
      message,
      ...(count === undefined ? {} : { count }),
    });
  if (silent.length > 0) {
    const names = silent.map(({ id, seenMs }) => `${id} for ${Math.round(seenMs / 1_000)} s`);
    add('process_silent', `processes are silent: ${names.join(', ')}`, silent.length);
  }
  if (linksDiffer) {
    add('links_differ', 'processes read different links.json or vocabularies: their answers differ');
  }
  return found;
}
