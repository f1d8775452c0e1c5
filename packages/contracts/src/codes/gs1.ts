import { readTypedDate } from '../dates/typed-date.ts'
import { parseBarcode } from './barcode.ts'

/** ASCII group separator (GS). Scanners send it for FNC1, which ends an element of variable length. */
const GS1_SEPARATOR = '\u001d'

export interface ScannedPack {
  gtin: string | null
  expiryDate?: string
  batch?: string
  serial?: string
  /** Alternative readings, if no separator ends the batch number and it may include a serial number. */
  doubts?: readonly { batch: string; serial: string }[]
  elements: Readonly<Record<string, string>>
  text: string
}

/** Symbology prefix: `]d2` (DataMatrix) or `]C1` (GS1-128). Scanners send it first if they are set to do so. */
const SYMBOLOGY = /^\][A-Za-z]\d/

/** True if typed text begins like a GS1 code or link. Nothing else that is typed at a counter begins so. */
export const beginsAsPackCode = (text: string): boolean =>
  /^(\][dCQeE]\d|01\d{14}|\(01\)|https?:\/\/)/i.test(text.replace(GS1_SEPARATOR, ''))

/** True if the text is a barcode or begins like a GS1 code or link. */
export const readsAsPackCode = (text: string): boolean =>
  beginsAsPackCode(text.trim()) || parseBarcode(text) !== null

/**
 * Reads a scanned pack: a barcode, GS1-128 or GS1 DataMatrix (also without separators or in brackets), a GS1 Digital
 * Link, or an Indian QR code of several lines. `today` (`yyyy-mm-dd`) decides the century of two-digit years.
 * Source: GS1 General Specifications 3.2, 5.4, 7.8 and 7.12; GS1 Digital Link Standard: URI Syntax.
 * @example
 * readPackCode('(01)08901234567894(17)271200(10)AB12', '2026-11-23')
 * // { gtin: '8901234567894', expiryDate: '2027-12-31', batch: 'AB12', … }
 */
export function readPackCode(scanned: string, today: string): ScannedPack {
  const text = scanned.replaceAll(GS1_SEPARATOR, ' ').replace(/\s+/g, ' ').trim()
  const code = scanned.trim().replace(SYMBOLOGY, '')
  const gtin = /^\d+$/.test(code) ? parseBarcode(code) : null
  if (gtin) return { gtin, elements: {}, text }
  const elements = /^https?:/i.test(code) ? readLink(code) : readGs1Elements(code)
  if (!elements) return { ...readLines(scanned), text }
  const pack = packOf(elements, text, today)
  const doubts = /^(\(|https?:)/i.test(code) ? [] : doubtsAbout(pack, code)
  return doubts.length > 0 ? { ...pack, doubts } : pack
}

function packOf(elements: Record<string, string>, text: string, today: string): ScannedPack {
  const expiry = elements['17'] ?? elements['7003']?.slice(0, 6)
  const expiryDate = expiry === undefined ? null : readShortDate(expiry, today)
  return {
    gtin: parseBarcode(elements['01'] ?? ''),
    ...(expiryDate ? { expiryDate } : {}),
    ...(elements['10'] ? { batch: elements['10'] } : {}),
    ...(elements['21'] ? { serial: elements['21'] } : {}),
    elements,
    text,
  }
}

/** Minimum length of a serial number. A shorter text after a 21 is part of the batch number. */
const SHORTEST_SERIAL = 3

function doubtsAbout({ batch = '', serial }: ScannedPack, code: string) {
  if (serial !== undefined || !code.endsWith(batch)) return []
  return [...batch.matchAll(/(?<=.)21/g)].flatMap(({ index }) => {
    const reading = { batch: batch.slice(0, index), serial: batch.slice(index + 2) }
    return reading.serial.length >= SHORTEST_SERIAL ? [reading] : []
  })
}

/** Reads `YYMMDD`. Day 00 is the last of the month. Years: 49 back to 50 ahead (GS1 General Specifications 7.12). */
function readShortDate(digits: string, today: string): string | null {
  const [, short, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  if (short === undefined || month === undefined) return null
  const thisYear = Number(today.slice(0, 4))
  const sameCentury = thisYear - (thisYear % 100) + Number(short)
  const ahead = sameCentury - thisYear
  const year = sameCentury - (ahead >= 51 ? 100 : ahead <= -50 ? -100 : 0)
  return readTypedDate(day === '00' ? `${year}-${month}` : `${year}-${month}-${day}`)
}

/** Returns null if the address is not a GS1 Digital Link to a product. */
function readLink(link: string): Record<string, string> | null {
  const url = URL.parse(link)
  if (!url) return null
  const elements: Record<string, string> = {}
  const path = url.pathname.split('/').slice(1).map(decode)
  const start = path.findIndex((part, at) => part === '01' && /^\d{8,14}$/.test(path[at + 1] ?? ''))
  for (let at = start; start >= 0 && at + 1 < path.length; at += 2)
    elements[path[at] ?? ''] = path[at + 1] ?? ''
  for (const [name, value] of url.searchParams) {
    if (/^\d{2,4}$/.test(name)) elements[name] ??= value
    else if (/^gtin$/i.test(name)) elements['01'] ??= value
  }
  return elements['01'] === undefined ? null : elements
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const LABELS = {
  expiry:
    /\bexp(?:iry|iration)?\.?\s*(?:date|dt)?\.?\s*[:=-]?\s*(\d{4}-\d\d(?:-\d\d)?|(?:\d{1,2}[-/. ])?(?:\d{1,2}|[a-z]{3,9})[-/. ]\d{2,4})\b/i,
  batch: /\b(?:batch|b|lot)\b\.?\s*(?:no\b|number\b)?\.?\s*[:=-]\s*([\w/-]+)/i,
  serial: /\bs(?:erial|r|l)?\.?\s*(?:no|number)\b\.?\s*[:=-]\s*([\w/-]+)/i,
}

/** Reads labelled lines, as required by Indian labelling rules. The product is the only valid GTIN among them. */
function readLines(scanned: string): Omit<ScannedPack, 'text'> {
  const numbers = scanned.match(/(?<!\w)\d{12,14}(?!\w)/g) ?? []
  const gtins = new Set(numbers.flatMap((digits) => parseBarcode(digits) ?? []))
  const [gtin] = gtins
  const labelled = (label: RegExp) => label.exec(scanned.replaceAll(GS1_SEPARATOR, '\n'))?.[1]?.trim()
  const expiryDate = readTypedDate(labelled(LABELS.expiry) ?? '')
  const batch = labelled(LABELS.batch)
  const serial = labelled(LABELS.serial)
  return {
    gtin: gtins.size === 1 && gtin !== undefined ? gtin : null,
    ...(expiryDate ? { expiryDate } : {}),
    ...(batch ? { batch } : {}),
    ...(serial ? { serial } : {}),
    elements: {},
  }
}

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

function readGs1Elements(code: string): Record<string, string> | null {
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
