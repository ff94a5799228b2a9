import { addressRanges, integer, onOff, orNone, text, url } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

/** Settings of the two API servers: addresses, and limits per caller. */
export const SERVER_SETTINGS = {
  host: setting('HOST', text, '127.0.0.1', 'address to listen on'),
  port: setting('PORT', integer(0, 65_535), 8080, 'port of the main API; 0 takes a free one'),
  botPort: setting('BOT_PORT', integer(0, 65_535), 8081, 'port of the bot API; 0 takes a free one'),
  internalHost: setting(
    'INTERNAL_HOST',
    text,
    '127.0.0.1',
    'address of the internal port; use a private network when it is not this machine',
  ),
  internalPort: setting(
    'INTERNAL_PORT',
    orNone(integer(0, 65_535)),
    null,
    'port on which the feed process serves api processes; required for separate roles, 0 takes a free one',
  ),
  drainMs: setting(
    'DRAIN_MS',
    orNone(integer(0, 60_000, 'milliseconds')),
    null,
    'how long GET /api/health/ready answers 503 before a stopping process closes its ports; not set: 2000 with separate roles, otherwise 0',
  ),
  publicUrl: setting('PUBLIC_URL', orNone(url('https', 'http')), null, 'base URL in the API document'),
  botPublicUrl: setting(
    'BOT_PUBLIC_URL',
    orNone(url('https', 'http')),
    null,
    'public URL of the bot API behind a proxy; pages of either API may then call the other with a key',
  ),
  trustedProxies: setting('TRUSTED_PROXIES', addressRanges, [], 'proxies whose X-Forwarded-For is trusted'),
  metrics: setting('METRICS', onOff, true, 'Prometheus metrics at /metrics'),
  mcp: setting('MCP', onOff, false, 'Model Context Protocol over HTTP at /mcp'),
  maxStreams: setting('MAX_STREAMS', integer(1, 1_000_000), 5_000, 'live streams open at once'),
  maxStreamsPerAddress: setting(
    'MAX_STREAMS_PER_ADDRESS',
    integer(1, 1_000_000),
    20,
    'live streams of one address, or of one IPv6 /64 network, open at once',
  ),
  heavyThreads: setting(
    'HEAVY_THREADS',
    integer(0, 64),
    0,
    'threads for long answers; 0: one less than the number of cores, 1 to 4',
  ),
  maxHeavy: setting('MAX_HEAVY', integer(1, 100_000), 512, 'long answers that may wait for a thread'),
  maxHeavyPerAddress: setting(
    'MAX_HEAVY_PER_ADDRESS',
    integer(1, 100_000),
    64,
    'long answers of one address, or of one IPv6 /64 network, that may wait',
  ),
};
