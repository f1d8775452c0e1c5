const WORD_JOINER = '\u2060'

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
