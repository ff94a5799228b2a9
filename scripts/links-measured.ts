/**
 * Prints the precision of the matcher on the third of each labelled file that no rule was written on, with its interval, as
 * `src/links/measured.ts` states it. Of the pairs themselves nothing is printed.
 *
 *     node bin/with-node24 scripts/links-measured.ts FILE...
 */
import { measureHeldOut } from '../test/reference/links/held-out.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: links-measured.ts FILE...');
  process.exit(2);
}
const { byFile, total } = await measureHeldOut(files);
for (const { file, firm, pairs } of byFile) {
  console.log(
    `${file}: ${pairs} pairs, ${firm.labelled} same or opposite, ${firm.claimed} claimed, ${firm.right} right`,
  );
}
console.log(JSON.stringify(total));
