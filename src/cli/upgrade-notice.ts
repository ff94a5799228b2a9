import type { UpgradeNotice } from '../app/parts.ts';
import { UpgradeServer, type UpgradeState } from '../app/upgrade-server.ts';
import { type ProgressBar, progressBar } from './progress.ts';

/** Shows an upgrade of the history file on the terminal and in `/api/health`, from its first step on. */
export function showUpgrade(address: { readonly host: string; readonly port: number }): UpgradeNotice {
  let server: UpgradeServer | null = null;
  let bar: ProgressBar | null = null;
  let done = 0;
  return {
    progress: (state: UpgradeState) => {
      server ??= new UpgradeServer(state, address);
      bar ??= progressBar(
        `history file, format ${state.fromFormat} to ${state.toFormat}: series`,
        state.series,
      );
      server.update(state);
      bar.advance(state.seriesDone - done);
      done = state.seriesDone;
    },
    end: async () => {
      bar?.end();
      await server?.close();
    },
  };
}
