import { GLOBAL_KILL } from '../../accounts/operator.ts';
import type { ControlRows } from './rows.ts';

/** Whether the bot's own switch or the global one stops its orders. */
export function isHalted(rows: Pick<ControlRows, 'find' | 'findFlag'>, botId: string): boolean {
  return rows.find(botId)?.killed === true || rows.findFlag(GLOBAL_KILL)?.value === true;
}
