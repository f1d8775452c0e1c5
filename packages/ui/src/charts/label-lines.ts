const WORD_JOINER = '\u2060'

const MOST_LINES = 3

function wrapped(name: string, width: number): string[] {
  const lines: string[] = []
  for (const word of name.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

const shortened = (lines: string[]) =>
  lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), `… ${lines.at(-1)}`]

/**
 * Wraps chart labels at about `width` characters. Beyond three lines it cuts the middle, unless two labels would become
 * equal. Labels are made safe by `inertText`.
 */
export function labelLines(names: readonly string[], width: number): (string | string[])[] {
  const whole = names.map((name) => wrapped(inertText(name), width))
  const short = whole.map(shortened)
  const differ = (labels: string[][]) => new Set(labels.map((lines) => lines.join(' '))).size
  // One line must be a string: the library moves a list up by half its height.
  return (differ(short) < differ(whole) ? whole : short).map((lines) =>
    lines.length > 1 ? lines : (lines[0] ?? ''),
  )
}

/**
 * Makes text safe both as `innerHTML` and as `textContent`, because the library uses the same string for both. Entities
 * are no solution: `textContent` would show `&amp;`. A word joiner after `<` and `&` prevents tags and entities;
 * typographic quotes cannot close an attribute.
 */
export function inertText(text: string): string {
  return text
    .replace(/[<&]/g, (character) => character + WORD_JOINER)
    .replaceAll('"', '”')
    .replaceAll("'", '’')
    .replaceAll('`', '‘')
}
