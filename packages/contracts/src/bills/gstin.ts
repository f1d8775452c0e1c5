const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** State code, PAN, registration number, `Z`, check digit. */
const FORM = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/

/** Check digit of 14 characters. Every second value is doubled; each product adds its two base-36 digits. */
function checkDigitOf(signs: string): string | undefined {
  const sum = [...signs].reduce((total, sign, at) => {
    const product = SIGNS.indexOf(sign) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / SIGNS.length) + (product % SIGNS.length)
  }, 0)
  return SIGNS[(SIGNS.length - (sum % SIGNS.length)) % SIGNS.length]
}

/** `text` must be in capitals. */
export const isGstin = (text: string): boolean =>
  FORM.test(text) && checkDigitOf(text.slice(0, 14)) === text[14]
