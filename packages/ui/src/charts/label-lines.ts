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
 * Wraps chart labels at about `width` characters. Beyond three lines the middle is cut, unless two labels would then
 * look the same. The strings are safe as `inertText` makes them.
 */
export function labelLines(names: readonly string[], width: number): (string | string[])[] {
  const whole = names.map((name) => wrapped(inertText(name), width))
  const short = whole.map(shortened)
  const differ = (labels: string[][]) => new Set(labels.map((lines) => lines.join(' '))).size
  // The library shifts a list up by half its height, even a single line.
  return (differ(short) < differ(whole) ? whole : short).map((lines) =>
    lines.length > 1 ? lines : (lines[0] ?? ''),
  )
}

/**
 * Makes text safe for `innerHTML` and `textContent` alike, because the library writes one string to both.
 * Entities would show as `&amp;` in `textContent`. A word joiner after `<` and `&` prevents tags and
 * entities, and typographic quotes cannot close an attribute.
 */
export function inertText(text: string): string {
  return text
    .replace(/[<&]/g, (character) => character + WORD_JOINER)
    .replaceAll('"', '”')
    .replaceAll("'", '’')
    .replaceAll('`', '‘')
}
