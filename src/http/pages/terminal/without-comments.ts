/** Texts after which a slash starts a regular expression; after any other text it is a division. */
const BEFORE_REGEXP =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|void|await|yield|else|do))\s*$/;
/** Number of characters before a slash that are needed to distinguish a division from a regular expression. */
const LOOK_BACK = 40;

/**
 * Patterns of whole strings, comments and regular expressions, and of template parts up to the next `${` or the end.
 */
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const REGEXP = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;

/**
 * Removes the comments of a script, which are a third of its bytes and useless to browsers. Lines keep their numbers.
 *
 * @param script JavaScript, or TypeScript whose types are erased.
 */
export function removeComments(script: string): string {
  let kept = '';
  let at = 0;
  /** Number of open braces in each nested template. */
  const templates: number[] = [];
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const [text] = pattern.exec(script) ?? [];
    if (text === undefined) return null;
    at += text.length;
    return text;
  };
  const takeTemplate = () => {
    const text = take(TEMPLATE) ?? '';
    kept += text;
    if (text.endsWith('${')) templates.push(0);
  };
  while (at < script.length) {
    const character = script[at]!;
    if (character === "'" || character === '"') kept += take(STRING) ?? script[at++];
    else if (character === '/') {
      const comment = take(COMMENT);
      if (comment !== null) kept += comment.replaceAll(/[^\n]+/g, '') || ' ';
      else {
        const isRegexp = BEFORE_REGEXP.test(kept.slice(-LOOK_BACK));
        kept += (isRegexp ? take(REGEXP) : null) ?? script[at++];
      }
    } else {
      at++;
      kept += character;
      const open = templates.length - 1;
      if (character === '`') takeTemplate();
      else if (open >= 0 && character === '{') templates[open] = templates[open]! + 1;
      else if (open >= 0 && character === '}') {
        if (templates[open] === 0) {
          templates.pop();
          takeTemplate();
        } else templates[open] = templates[open]! - 1;
      }
    }
  }
  return kept;
}
