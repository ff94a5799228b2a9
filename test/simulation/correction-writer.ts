import { openStoryStores, runStep, STORY } from './correction-story.ts';
import { openKilledDatabase } from './killed-database.ts';

/** Owners at the same time. */
const CALLERS = 6;

/**
 * Child process: tells stories through the writing thread, and prints each step before it begins and once it is
 * acknowledged.
 */
async function write(place: string, round: number): Promise<void> {
  const database = await openKilledDatabase(place, true);
  const stores = openStoryStores(database);
  const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let story = 0; ; story++) {
        const owner = `r${round}c${caller}s${story}`;
        for (const step of STORY) {
          print({ owner, step });
          print({ owner, step, result: await runStep(stores, owner, step) });
        }
      }
    }),
  );
}

if (import.meta.main) await write(process.argv[2]!, Number(process.argv[3]));
