import { createHash, createHmac, randomBytes } from 'node:crypto'

const BYTES = 32

/** 256 random bits in 43 characters, for first tokens and salts. */
export function newSecret(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** Stored form of a token. Its entropy makes a slow hash pointless. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * Successor of `token`, derived from a salt stored at its first use. A second tab or a retry gets the same one,
 * although the database knows only digests.
 */
export function successorOf(token: string, salt: string): string {
  return createHmac('sha256', salt).update(token).digest('base64url')
}
