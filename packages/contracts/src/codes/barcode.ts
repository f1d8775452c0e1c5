/** Lengths of EAN-8, UPC-A, EAN-13 and GTIN-14. */
const LENGTHS = [8, 12, 13, 14]

/**
 * Checks that the sum of the digits, weighted 3 and 1 from the right, is a multiple of 10. Source: GS1 General
 * Specifications, section 7.9.1, "Standard check digit calculations for GS1 data structures".
 */
function isCheckDigitRight(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    return total + Number(digit) * (place % 2 === 0 ? 1 : 3)
  }, 0)
  return sum % 10 === 0
}

/** Codes are printed and typed with gaps, for example `8 901234 567894` or `890-1234-567894`. */
const withoutGaps = (text: string) => text.replace(/[\s-]/g, '')

/** Returns the problem of a code, worded to follow the field's name. Undefined if the code is valid. */
export function barcodeProblem(text: string): string | undefined {
  const digits = withoutGaps(text)
  if (!/^\d+$/.test(digits) || !LENGTHS.includes(digits.length)) return 'must have 8, 12, 13 or 14 digits'
  if (isCheckDigitRight(digits) && !/^0+$/.test(digits)) return undefined
  return 'is mistyped: its check digit is wrong. Compare it with the pack'
}

/**
 * Returns a code in the one form that is stored and compared, or null. UPC-A, EAN-13 and GTIN-14 of a product differ
 * only in leading zeros, so 13 digits are used where possible.
 */
export function parseBarcode(text: string): string | null {
  if (barcodeProblem(text) !== undefined) return null
  const digits = withoutGaps(text)
  if (digits.length === 12) return `0${digits}`
  return digits.length === 14 && digits.startsWith('0') ? digits.slice(1) : digits
}
