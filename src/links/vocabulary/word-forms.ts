/** `Senators` and `Senator` alike; names of clubs lose their last letter on both venues. */
export function singular(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')
    ? word.slice(0, -1)
    : word;
}

/** `releases`, `released`, `releasing`. */
export function listForms(verb: string): string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  const third = /(?:s|x|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
  return [third, `${stem}ed`, `${stem}ing`, verb.replace(/y$/, 'ies'), verb.replace(/y$/, 'ied')];
}

/** Makes one word of an electoral district, so that its number is not read as a quantity. */
export function districtWord(number: string): string {
  return number === 'al' ? 'districtatlarge' : `district${letters(Number(number))}`;
}

/** A number in letters, since digits are read as quantities. */
export function letters(value: number): string {
  let text = '';
  for (let rest = value + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

/** Reverses `letters`: the number behind a word of letters. */
export function decodeLetters(text: string): number {
  return [...text].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
}
