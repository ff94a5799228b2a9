import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { connect, endQuietly, exchange } from './connection.ts';

const RETRY_MS = 1_000;

/**
 * Follows the notifications of transactions on a channel. They are hints: those sent while the connection is lost are
 * missed, so listeners must also read at intervals.
 *
 * @param channel Name in lower-case letters and underscores.
 */
export function listen(url: string, channel: string, onPayload: (payload: string) => void): { stop(): void } {
  let client: Client | null = null;
  let isStopped = false;
  const start = async () => {
    while (!isStopped) {
      let connected: Client | null = null;
      try {
        connected = await connect(url);
        client = connected;
        connected.on('notification', ({ payload = '' }) => onPayload(payload));
        await exchange(connected, [{ sql: `LISTEN ${channel}`, values: [] }]);
        connected.once('end', () => void start());
        if (isStopped) await connected.end();
        return;
      } catch {
        // Whatever failed, the next attempt is made: readers poll besides, so a missed notice costs time alone.
        endQuietly(connected);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  };
  void start();
  return {
    stop: () => {
      isStopped = true;
      endQuietly(client);
    },
  };
}
