import { GLOBAL_KILL } from '../../../accounts/operator-request.ts';
import type { EpochMs } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import {
  applyChange,
  applyExitChange,
  type BotControl,
  type ControlChange,
  type ExitChange,
} from '../control.ts';
import { toControl, toControlRow } from '../control-row.ts';
import type { ControlRows, SecretRow } from '../rows.ts';

interface Change {
  readonly botId: string;
  readonly change: ControlChange;
  readonly now: EpochMs;
}

export const changeControl = operation(
  'bot.control',
  (rows: ControlRows, { botId, change, now }: Change): BotControl => {
    const next = applyChange(toControl(rows.find(botId)), change, now);
    rows.put(toControlRow(botId, next, now));
    return next;
  },
);

interface ExitStep {
  readonly botId: string;
  readonly change: ExitChange;
  readonly now: EpochMs;
}

/** Stores a step of the exit watch, unless the bot's state has changed since the exit watch read it. */
export const changeExitState = operation(
  'bot.exitState',
  (rows: ControlRows, { botId, change, now }: ExitStep): boolean => {
    const next = applyExitChange(toControl(rows.find(botId)), change, now);
    if (next !== null) rows.put(toControlRow(botId, next, now));
    return next !== null;
  },
);

/** Stores a secret unless one is stored: another secret would give the handles of bots to other bots. */
export const keepSecret = operation('bot.keepSecret', (rows: ControlRows, fresh: SecretRow): Uint8Array => {
  const known = rows.findSecret(fresh.name);
  if (known === null) rows.insertSecret(fresh);
  return (known ?? fresh).value;
});

/** Sets the operator's halt at the very first start only: afterwards the operator decides. */
export const startKill = operation(
  'bot.startKill',
  (rows: ControlRows, { isHalted, now }: { readonly isHalted: boolean; readonly now: EpochMs }): null => {
    if (rows.findFlag(GLOBAL_KILL) === null) {
      rows.insertFlag({ name: GLOBAL_KILL, value: isHalted, changedAt: now });
    }
    return null;
  },
);
