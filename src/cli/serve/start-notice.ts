import type { StartNotice } from '../../app/parts.ts';
import { StartingServer, type StartState, type UpgradeState } from '../../app/servers/starting-server.ts';
import { createProgressBar, type ProgressBar } from '../progress.ts';

/** Shows the slow step of a start on the terminal and in `/api/health`, from the moment on at which it begins. */
export function showStart(address: { readonly host: string; readonly port: number }): StartNotice {
  let server: StartingServer | null = null;
  let bar: ProgressBar | null = null;
  let done = 0;
  let waitedFor = '';
  const show = (state: StartState) => {
    server ??= new StartingServer(state, address);
    server.update(state);
  };
  return {
    progress: (upgrade: UpgradeState) => {
      show({ status: 'upgrading', upgrade });
      bar ??= createProgressBar(
        `history file, format ${upgrade.fromFormat} to ${upgrade.toFormat}: series`,
        upgrade.series,
      );
      bar.advance(upgrade.seriesDone - done);
      done = upgrade.seriesDone;
    },
    waitFor: (waitsFor) => {
      show({ status: 'waiting', waitsFor });
      if (waitsFor !== waitedFor) process.stderr.write(`waiting for the feed: ${waitsFor}\n`);
      waitedFor = waitsFor;
    },
    end: async () => {
      bar?.end();
      await server?.close();
    },
  };
}
