import { GLOBAL_HALT_OPENING, GLOBAL_KILL } from '../../accounts/operator-request.ts';
import { type Halt, joinHalts } from './control.ts';
import type { ControlRows } from './rows.ts';

/** Reads the extent of the operator's halt from the stored flags. */
export function toGlobalHalt({ kill, opening }: { readonly kill: boolean; readonly opening: boolean }): Halt {
  if (kill) return 'all';
  return opening ? 'opening' : 'none';
}

/** Reads the halt in force: the stricter of the bot's own and the operator's. */
export function readHalt(rows: Pick<ControlRows, 'findFlag'>, control: { readonly halt: Halt } | null): Halt {
  const isSet = (name: string) => rows.findFlag(name)?.value === true;
  const global = toGlobalHalt({ kill: isSet(GLOBAL_KILL), opening: isSet(GLOBAL_HALT_OPENING) });
  return joinHalts(control?.halt ?? 'none', global);
}
