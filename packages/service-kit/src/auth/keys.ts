import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { problem } from '../errors.ts'

/** Finds the public key of a `kid`; undefined when nobody published it. */
export type FindKey = (kid: string) => Promise<KeyObject | undefined>

const jwksSchema = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA') })) })

/** Least time, in ms, between two reads of the key set, so that forged `kid`s cannot flood identity. */
const REFETCH_AFTER_MS = 5_000

function parseKeys(document: unknown): Map<string, KeyObject> {
  const { keys } = jwksSchema.parse(document)
  return new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })]))
}

/**
 * Keys read from a JWKS address, kept until an unknown `kid` asks for a fresh read.
 * While the address cannot be read and the key is not known: 503 `auth.keys_unavailable`.
 */
export function remoteKeys(url: string): FindKey {
  let known = new Map<string, KeyObject>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const read = async () => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(3_000) })
      if (!response.ok) throw new Error(`status ${response.status}`)
      known = parseKeys(await response.json())
      readAt = performance.now()
    } catch (cause) {
      throw problem.unavailable('auth.keys_unavailable', 'Sign-in cannot be checked right now', { cause })
    } finally {
      reading = undefined
    }
  }

  return async (kid) => {
    if (!known.has(kid) && performance.now() - readAt > REFETCH_AFTER_MS) {
      reading ??= read()
      await reading
    }
    return known.get(kid)
  }
}

/** Keys given as a JWKS document: identity's own, and those of tests. */
export function staticKeys(document: unknown): FindKey {
  const known = parseKeys(document)
  return async (kid) => known.get(kid)
}
