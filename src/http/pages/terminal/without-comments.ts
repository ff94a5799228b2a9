/** Behind one of these a slash begins a regular expression, and behind any other a division. */
const BEFORE_REGEXP =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|void|await|yield|else|do))\s*$/;
/** Characters before a slash that suffice to tell a division from a regular expression. */
const LOOK_BACK = 40;

/** Texts, comments and regular expressions as a whole; parts of templates up to the next `${` or their end. */
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const REGEXP = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;

/**
 * A script without its comments, which are a third of its bytes and of no use to browsers. Lines stay
 * where they are.
 *
 * @param script JavaScript, or TypeScript whose types are erased.
 */
export function removeComments(script: string): string {
  let kept = '';
  let at = 0;
  /** Number of open braces in each open template. */
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
