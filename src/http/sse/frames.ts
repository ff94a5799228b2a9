/** One event of a stream, in the words of the HTML standard (9.2, server-sent events). */
export interface SseEvent {
  /** Id that a reader sends back as `Last-Event-ID` to resume. */
  readonly id?: string | null;
  /** Event; absent: `message`. */
  readonly event?: string;
  readonly data: unknown;
}

/** The bytes of one event. JSON text holds no line breaks, so one `data:` line carries it. */
export function formatEventBytes(event: SseEvent): Buffer {
  return Buffer.from(formatEvent(event));
}

/** Formats a server-sent event: id, event and data on lines of their own, an empty line behind them. */
export function formatEvent({ id, event, data }: SseEvent): string {
  const idLine = id === undefined || id === null ? '' : `id: ${id}\n`;
  const eventLine = event === undefined ? '' : `event: ${event}\n`;
  return `${idLine}${eventLine}data: ${JSON.stringify(data)}\n\n`;
}

/**
 * The `resync` event: the events that a reader missed are no longer known, and the stream starts again.
 *
 * @param id Its new position; null: the first event that follows states it.
 */
export function formatResync(lastEventId: string, id: string | null = null): Buffer {
  return formatEventBytes({ id, event: 'resync', data: { lastEventId } });
}

export const CONNECTED = ': connected\n\n';
export const HEARTBEAT = Buffer.from(': heartbeat\n\n');
/** Last comment of a stream whose key was revoked or has expired. */
export const KEY_ENDED = Buffer.from(': the key has ended\n\n');

/** The `retry` field: time in ms that a reader waits before it connects again. */
export function retryBytes(ms: number): Buffer {
  return Buffer.from(`retry: ${ms}\n\n`);
}
