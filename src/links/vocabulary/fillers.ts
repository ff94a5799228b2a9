/** Words that say nothing of what a market asks. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an the will would be is are was been being of in on at to by for from and as it its their there this that than ' +
    'with who what which when how do does did has have had whether become becomes'
  ).split(' '),
);
