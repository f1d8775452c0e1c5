/** U+2060, invisible and never a line break. */
const WORD_JOINER = '\u2060'

/**
 * Text that reads the same wherever a chart puts it and is markup nowhere. The library writes one string into
 * `innerHTML` (legend, tooltip) and into `textContent` (axes), so entities would show as `&amp;` in the second.
 * An invisible word joiner after `<` and `&` keeps an HTML parser from seeing a tag or an entity; quotes become
 * typographic, so that no attribute can be closed.
 *
 * `inertText('<b>Tom & Co</b>')` looks like the original and makes no element.
 */
export function inertText(text: string): string {
  return text
    .replace(/[<&]/g, (character) => character + WORD_JOINER)
    .replaceAll('"', '”')
    .replaceAll("'", '’')
    .replaceAll('`', '‘')
}
