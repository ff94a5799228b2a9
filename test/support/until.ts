import { setTimeout as sleep } from 'node:timers/promises';

const ASK_EVERY_MS = 20;

/** Waits until something holds; the time limit of the test ends what never does. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await sleep(ASK_EVERY_MS);
}
