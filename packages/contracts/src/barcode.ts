/* Rules only, no schemas: a screen that reads a scanner uses them without loading the schema library. */

/** How many digits the codes on packs have: EAN-8, UPC-A, EAN-13, GTIN-14. */
const LENGTHS = [8, 12, 13, 14]

/**
 * Whether the last of these digits is the check digit of those before it: counted from the right they weigh
 * 3, 1, 3, 1 …, and with the check digit the sum is a multiple of 10.
 * Source: GS1 General Specifications, section 7.9.1, "Standard check digit calculations for GS1 data structures".
 */
function isCheckDigitRight(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    return total + Number(digit) * (place % 2 === 0 ? 1 : 3)
  }, 0)
  return sum % 10 === 0
}

/** Codes are printed and typed with gaps: `8 901234 567894`, `890-1234-567894`. */
const withoutGaps = (text: string) => text.replace(/[\s-]/g, '')

/** What is wrong with a typed or scanned code, as it follows the field's name; undefined when nothing is. */
export function barcodeProblem(text: string): string | undefined {
  const digits = withoutGaps(text)
  if (!/^\d+$/.test(digits) || !LENGTHS.includes(digits.length)) return 'must have 8, 12, 13 or 14 digits'
  if (isCheckDigitRight(digits) && !/^0+$/.test(digits)) return undefined
  return 'is mistyped: its check digit does not fit. Compare it with the pack'
}

/**
 * The one form in which a code is stored and compared, or null when it is none. The same product may be read as
 * UPC-A (12 digits), EAN-13 or GTIN-14: they differ in leading zeros only, so all three become 13 digits
 * where they fit. `parseBarcode('036000291452') // '0036000291452'`
 */
export function parseBarcode(text: string): string | null {
  if (barcodeProblem(text) !== undefined) return null
  const digits = withoutGaps(text)
  if (digits.length === 12) return `0${digits}`
  return digits.length === 14 && digits.startsWith('0') ? digits.slice(1) : digits
}
