import type { UpstreamProbe } from '../venue-adapter.ts';

interface ProbedHosts {
  readonly gammaUrl: string;
  readonly clobUrl: string;
  readonly userAgent: string;
}

/** Builds the requests by which the health checks test the venue's hosts. */
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
