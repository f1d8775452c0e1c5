import { createHash, createHmac, randomBytes } from 'node:crypto'

const BYTES = 32

/** 256 random bits as 43 characters. */
export function newSecret(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** Stored form of a token. The token is random, so a slow hash is not needed. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * Derives the next token from `token` and a salt stored at its first use. A second tab or a retry gets the same one,
 * although only digests are stored.
 */
export function successorOf(token: string, salt: string): string {
  return createHmac('sha256', salt).update(token).digest('base64url')
}
