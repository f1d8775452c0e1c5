import { dictionary } from '@zxcvbn-ts/language-common'

/** About 49,000 of the most common leaked passwords, in lower case. */
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

const productWords = ['medicines', 'medicine', 'pharmacy', 'inventory', 'management', 'stock', 'mms']
const SHORTEST_WORD = 3
/** Up to this many characters around a common word add no protection. */
const FEW = 6

export interface PasswordOwner {
  name: string
  email: string
}

/** Longest first, so that a shorter word does not hide a longer one. */
function wordsOf({ name, email }: PasswordOwner): string[] {
  const words = `${name} ${email}`.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)
  return [...words, ...productWords]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length)
}

const lengthOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '').length

/**
 * True for common passwords, for the owner's or product's words (also with a few characters around them), and for
 * repeated characters. There are no composition rules (NIST SP 800-63B).
 */
export function isEasyToGuess(password: string, owner: PasswordOwner): boolean {
  const typed = password.normalize('NFKC').toLowerCase()
  if (new Set(typed).size < 5) return true
  const core = typed.replace(/^[^\p{L}\p{M}]+|[^\p{L}\p{M}]+$/gu, '')
  if (commonPasswords.has(typed)) return true
  if (commonPasswords.has(core) && typed.length - core.length <= FEW) return true
  const rest = wordsOf(owner).reduce((left, word) => left.replaceAll(word, ' '), typed)
  return rest !== typed && lengthOf(rest) <= FEW
}
