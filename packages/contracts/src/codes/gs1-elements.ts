/** ASCII group separator (GS). Scanners send it for FNC1, which ends an element of variable length. */
export const GS1_SEPARATOR = '\u001d'

/**
 * Total length of fixed-length elements by the first two digits of the identifier. No separator follows such elements.
 * Source: GS1 General Specifications 7.8.5, "element strings with predefined length".
 */
const FIXED_LENGTHS: Readonly<Record<string, number>> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((prefix) => [prefix, 8])),
  '20': 4,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((prefix) => [prefix, 10])),
  '41': 16,
}

/** Length of an identifier, in digits, by its first two digits. Source: GS1 General Specifications 3.2. */
const IDENTIFIER_LENGTHS: readonly (readonly [prefixes: RegExp, length: number])[] = [
  [/^(0[0-4]|1\d|2[0-2]|30|37|9\d)/, 2],
  [/^(2[345]|4[012]|71)/, 3],
  [/^(3[1-69]|43|70|72|8[0-2])/, 4],
]

const LONGEST_VALUE = 90

export function readGs1Elements(code: string): Record<string, string> | null {
  return code.startsWith('(') ? readBracketed(code) : readString(code)
}

function readBracketed(code: string): Record<string, string> | null {
  const elements: Record<string, string> = {}
  for (const [, identifier = '', value = ''] of code.matchAll(/\((\d{2,4})\)\s*([^(]*)/g)) {
    elements[identifier] ??= value.replaceAll(GS1_SEPARATOR, '').trim()
  }
  return Object.keys(elements).length > 0 ? elements : null
}

/** Reads the encoded form. Elements before an unreadable part are still returned. */
function readString(code: string): Record<string, string> | null {
  const elements: Record<string, string> = {}
  let rest = code
  while (rest !== '') {
    if (rest.startsWith(GS1_SEPARATOR)) {
      rest = rest.slice(1)
      continue
    }
    const length = IDENTIFIER_LENGTHS.find(([prefixes]) => prefixes.test(rest))?.[1]
    const fixed = FIXED_LENGTHS[rest.slice(0, 2)]
    const separator = rest.indexOf(GS1_SEPARATOR)
    const end = fixed ?? (separator < 0 ? rest.length : separator)
    const element = rest.slice(0, end)
    if (length === undefined || !isElement(element, length, fixed)) return elements['01'] ? elements : null
    elements[element.slice(0, length)] ??= element.slice(length)
    rest = rest.slice(end)
  }
  return Object.keys(elements).length > 0 ? elements : null
}

function isElement(element: string, identifierLength: number, fixed: number | undefined): boolean {
  if (!/^\d+$/.test(element.slice(0, identifierLength))) return false
  if (fixed !== undefined) return element.length === fixed && /^\d+$/.test(element)
  const length = element.length - identifierLength
  // Character set of GS1 General Specifications 7.11: letters, digits and signs, without spaces or line breaks.
  return length > 0 && length <= LONGEST_VALUE && /^[!-~]+$/.test(element)
}
