/**
 * Converts a plural to its singular: `Senators` and `Senator` become equal. Names of clubs lose their last letter for
 * both venues.
 */
export function singular(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')
    ? word.slice(0, -1)
    : word;
}

/** Lists the regular forms of a verb: `releases`, `released`, `releasing`. */
export function listForms(verb: string): string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  const third = /(?:s|x|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
  return [third, `${stem}ed`, `${stem}ing`, verb.replace(/y$/, 'ies'), verb.replace(/y$/, 'ied')];
}

/** Builds one word for an electoral district, so that its number is not read as a quantity. */
export function districtWord(number: string): string {
  return number === 'al' ? 'districtatlarge' : `district${letters(Number(number))}`;
}

/** Writes a number in letters, because digits would be read as quantities. */
export function letters(value: number): string {
  let text = '';
  for (let rest = value + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

/** Converts a word of `letters` back to the number. */
export function decodeLetters(text: string): number {
  return [...text].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
}
