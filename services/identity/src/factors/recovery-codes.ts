import { randomInt } from 'node:crypto'
import type { Hasher } from '../context.ts'

/** Leaves out letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODES = 10
const SELECTOR_LENGTH = 2
const SECRET_LENGTH = 10
const GROUP = /.{4}(?=.)/g

const randomText = (length: number) =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export interface StoredCode {
  selector: string
  hash: string
}

export function splitCode(typed: string): { selector: string; secret: string } {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return { selector: code.slice(0, SELECTOR_LENGTH), secret: code.slice(SELECTOR_LENGTH) }
}

/** Ten new codes such as `k7p2-9xmq-4tfa`, as shown and as stored. */
export async function newRecoveryCodes(hasher: Pick<Hasher, 'hash'>) {
  const selectors = new Set<string>()
  while (selectors.size < CODES) selectors.add(randomText(SELECTOR_LENGTH))
  const codes = [...selectors].map((selector) => ({ selector, secret: randomText(SECRET_LENGTH) }))
  const stored: StoredCode[] = await Promise.all(
    codes.map(async ({ selector, secret }) => ({ selector, hash: await hasher.hash(secret) })),
  )
  return { shown: codes.map(({ selector, secret }) => (selector + secret).replace(GROUP, '$&-')), stored }
}
