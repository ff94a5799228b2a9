/** One server-sent event, in the terms of the HTML standard (9.2). */
export interface SseEvent {
  /** Id that a reader sends back as `Last-Event-ID` to resume. */
  readonly id?: string | null;
  /** Name of the event; absent: `message`. */
  readonly event?: string;
  readonly data: unknown;
}

/** Formats one event as bytes. JSON text has no line breaks, so it fits into one `data:` line. */
export function formatEventBytes(event: SseEvent): Buffer {
  return Buffer.from(formatEvent(event));
}

/** Formats a server-sent event: lines with id, event and data, and an empty line at the end. */
export function formatEvent({ id, event, data }: SseEvent): string {
  const idLine = id === undefined || id === null ? '' : `id: ${id}\n`;
  const eventLine = event === undefined ? '' : `event: ${event}\n`;
  return `${idLine}${eventLine}data: ${JSON.stringify(data)}\n\n`;
}

/**
 * Formats the `resync` event: the events that a reader missed are no longer available, and the stream starts again.
 *
 * @param id New position of the reader; null: the next event states it.
 */
export function formatResync(lastEventId: string, id: string | null = null): Buffer {
  return formatEventBytes({ id, event: 'resync', data: { lastEventId } });
}

export const CONNECTED = ': connected\n\n';
export const HEARTBEAT = Buffer.from(': heartbeat\n\n');
/** Last comment of a stream whose key was revoked or has expired. */
export const KEY_ENDED = Buffer.from(': the key has ended\n\n');

/** Formats the `retry` field: time in ms after which a reader reconnects. */
export function retryBytes(ms: number): Buffer {
  return Buffer.from(`retry: ${ms}\n\n`);
}
