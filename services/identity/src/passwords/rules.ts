import { dictionary } from '@zxcvbn-ts/language-common'

/** About 49,000, the most common ones of published leaks, in lower case. */
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** What anybody would try at this product. */
const productWords = ['medicines', 'medicine', 'pharmacy', 'inventory', 'management', 'stock', 'mms']
const SHORTEST_WORD = 3
/** So few characters beside a word that is tried first are no secret. */
const FEW = 6

export interface PasswordOwner {
  name: string
  email: string
}

/** The words of the owner and the product, longest first, so that no part hides the whole. */
function wordsOf({ name, email }: PasswordOwner): string[] {
  const words = `${name} ${email}`.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)
  return [...words, ...productWords]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length)
}

const lengthOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '').length

/**
 * Whether a password is among the first that anyone would try: a common one, or a word of the owner or the product, each
 * also with a few characters around it, or a few characters again and again. No rules of composition (NIST SP 800-63B).
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
