import type { StartNotice } from '../../app/parts.ts';
import { StartingServer } from '../../app/servers/starting-server.ts';

/** Shows what a start waits for, on the terminal and in `/api/health`, from the beginning of the wait. */
export function showStart(address: { readonly host: string; readonly port: number }): StartNotice {
  let server: StartingServer | null = null;
  let waitedFor = '';
  return {
    waitFor: (waitsFor) => {
      server ??= new StartingServer({ status: 'waiting', waitsFor }, address);
      server.update({ status: 'waiting', waitsFor });
      if (waitsFor !== waitedFor) process.stderr.write(`waiting for the feed: ${waitsFor}\n`);
      waitedFor = waitsFor;
    },
    end: async () => {
      await server?.close();
    },
  };
}
