import { createHash, createHmac, randomBytes } from 'node:crypto'

const BYTES = 32

/** A secret of 256 bits in 43 characters, used as a first token and as a salt. */
export function newSecret(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** What the database keeps of a token. Its entropy makes a slow hash pointless. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * The token that replaces `token`. It follows from the token and a salt stored at its first use, so that a
 * second tab, or a retry whose answer was lost, gets the same one, although the database knows only digests.
 */
export function successorOf(token: string, salt: string): string {
  return createHmac('sha256', salt).update(token).digest('base64url')
}
