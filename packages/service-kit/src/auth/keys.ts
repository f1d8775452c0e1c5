import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { problem } from '../errors.ts'
import { httpRead } from '../http-request.ts'

/** Finds the public key of a `kid`; undefined when it was not published. */
export type FindKey = (kid: string) => Promise<KeyObject | undefined>

const jwksSchema = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA') })) })

const TIMEOUT_MS = 3_000
/** Least time, in ms, between two reads of the key set, so that forged `kid`s cannot flood identity. */
const REFETCH_AFTER_MS = 5_000
/** The same after a read that failed: short, because until then no request can be let in. */
const RETRY_AFTER_MS = 500
/** Read again after so long, in ms, although every `kid` is known: a withdrawn key must not stay good. */
const MAX_AGE_MS = 600_000

type Jwks = z.output<typeof jwksSchema>

function parseKeys({ keys }: Jwks): Map<string, KeyObject> {
  return new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })]))
}

async function readKeys(url: string): Promise<Map<string, KeyObject>> {
  try {
    return parseKeys(await httpRead(url, jwksSchema, { timeoutMs: TIMEOUT_MS }))
  } catch (cause) {
    throw problem.unavailable('auth.keys_unavailable', 'Sign-in cannot be checked right now', { cause })
  }
}

/**
 * Keys read from a JWKS address, cached until an unknown `kid` asks for a fresh read, and renewed beside the
 * requests every ten minutes. While the address cannot be read: known keys stay good, and for others
 * 503 `auth.keys_unavailable`. `now` is a clock in ms, for tests.
 */
export function remoteKeys(url: string, now: () => number = () => performance.now()): FindKey {
  let keys = new Map<string, KeyObject>()
  let staleAt = Number.NEGATIVE_INFINITY
  let nextReadAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let failure: unknown

  const read = async () => {
    try {
      keys = await readKeys(url)
      failure = undefined
      staleAt = now() + MAX_AGE_MS
      nextReadAt = now() + REFETCH_AFTER_MS
    } catch (error) {
      failure = error
      nextReadAt = now() + RETRY_AFTER_MS
    } finally {
      reading = undefined
    }
  }

  return async (kid) => {
    const isKnown = keys.has(kid)
    const isWanted = !isKnown || now() >= staleAt
    if (isWanted && now() >= nextReadAt) reading ??= read()
    if (!isKnown) {
      await reading
      if (failure) throw failure
    }
    return keys.get(kid)
  }
}

/** Keys given as a JWKS document: identity's own, and those of tests. */
export function staticKeys(document: unknown): FindKey {
  const keys = parseKeys(jwksSchema.parse(document))
  return async (kid) => keys.get(kid)
}
