import type { UpstreamProbe } from '../venue-adapter.ts';

interface ProbedHosts {
  readonly gammaUrl: string;
  readonly clobUrl: string;
  readonly userAgent: string;
}

/** The requests by which health asks whether the venue's hosts answer. */
export function buildProbes({ gammaUrl, clobUrl, userAgent }: ProbedHosts): UpstreamProbe[] {
  const probe = (upstream: string, url: string): UpstreamProbe => ({
    upstream,
    venue: 'polymarket',
    url,
    method: 'GET',
    body: null,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  });
  return [
    probe('polymarket-gamma', `${gammaUrl}/markets/keyset?closed=false&limit=1`),
    probe('polymarket-clob', `${clobUrl}/time`),
  ];
}
