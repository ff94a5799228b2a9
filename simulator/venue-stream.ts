import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

/** The stream of one simulated venue. */
export interface SimulatedStream {
  /** The status line that refuses a handshake, or null to take it. */
  refusal?(request: IncomingMessage): string | null;
  accept(ws: WebSocket): void;
  /** Sends new messages. Called a few times a second. */
  tick(): void;
}

/** Streams of more assets than this update a quarter of them on each tick, so that no tick takes long. */
const MAX_CONCURRENT = 250;
const QUARTERS = 4;

/** Whether an asset has its turn on the tick of the given number. */
export function isTurn(key: number, tick: number, assets: number): boolean {
  return assets <= MAX_CONCURRENT || (key + tick) % QUARTERS === 0;
}

/** A reader that does not drain is closed at this size, in bytes. */
const MAX_BUFFERED = 8 * 1_048_576;

/** Sends text, and gives up on a reader that does not drain. */
export function sendText(ws: WebSocket, text: string): void {
  if (ws.readyState !== ws.OPEN) return;
  if (ws.bufferedAmount > MAX_BUFFERED) ws.terminate();
  else ws.send(text);
}

/** Parses a client's message; null when it is no JSON object. */
export function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    // Parsing fails for text that is no JSON alone.
    return null;
  }
}

export function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
