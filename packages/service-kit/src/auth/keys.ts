import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { httpRead } from '../outbound/http-request.ts'
import { problem } from '../problems/problem.ts'

export type FindKey = (kid: string) => Promise<KeyObject | undefined>

const jwksSchema = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA') })) })

/** Allows for a slow start of identity on a busy machine. */
const TIMEOUT_MS = 6_000
/** Minimum time between two requests for keys, in ms, so that tokens with a forged `kid` cannot flood identity. */
const REFETCH_AFTER_MS = 5_000
const RETRY_AFTER_MS = 500
/** Maximum age of the key set, in ms, after which withdrawn keys are no longer accepted. */
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
 * Caches the keys of a JWKS address. An unknown `kid` triggers a new request. If the address is unreachable, known keys
 * stay valid, and unknown ones get 503 `auth.keys_unavailable`. `now`: clock in ms, for tests.
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

/** Keys from a JWKS document, for identity itself and for tests. */
export function staticKeys(document: unknown): FindKey {
  const keys = parseKeys(jwksSchema.parse(document))
  return async (kid) => keys.get(kid)
}
