/** No schemas: browsers check a GSTIN without loading zod. */

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** State code, PAN, number of the registration, `Z`, check digit. */
const FORM = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/

/** The check digit of the first 14 signs: every second one counts twice, and both digits to base 36 are added. */
function checkDigitOf(signs: string): string | undefined {
  const sum = [...signs].reduce((total, sign, at) => {
    const product = SIGNS.indexOf(sign) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / SIGNS.length) + (product % SIGNS.length)
  }, 0)
  return SIGNS[(SIGNS.length - (sum % SIGNS.length)) % SIGNS.length]
}

/** Expects capitals. */
export const isGstin = (text: string): boolean =>
  FORM.test(text) && checkDigitOf(text.slice(0, 14)) === text[14]
