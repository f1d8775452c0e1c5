import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ACCESS_ISSUER, StartupError } from '@mms/service-kit'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

const SIGNING_ALGORITHM = 'PS256'

export const publicJwkSchema = z.object({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal(SIGNING_ALGORITHM),
})
type PublicJwk = z.infer<typeof publicJwkSchema>

const LEAST_BITS = 2_048
const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g

/** The key id is a digest of the key (RFC 7638), so nobody has to name keys. */
function thumbprint(n: string, e: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url')
}

function publicJwk(key: KeyObject, name: string): PublicJwk {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_BITS) {
    throw new StartupError(`${name} must be an RSA key of at least ${LEAST_BITS} bits.`)
  }
  const { n, e } = key.export({ format: 'jwk' }) as { n: string; e: string }
  return { kty: 'RSA', n, e, kid: thumbprint(n, e), use: 'sig', alg: SIGNING_ALGORITHM }
}

function parse<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch {
    // Omits the parser's message, which may quote the key.
    throw new StartupError(`${name} is not a PEM key.`)
  }
}

function publishedJwks(pem: string): PublicJwk[] {
  const name = 'Each key in PUBLISHED_KEYS_FILE'
  const blocks = pem.match(PEM_BLOCK) ?? []
  const keys = blocks.map((block) => parse(name, () => createPublicKey(block)))
  return keys.map((key) => publicJwk(key, name))
}

/** Builds the key set from PEM texts; throws a `StartupError` for an invalid key. */
export function createKeySet(signingPem: string, publishedPem = '') {
  const privateKey = parse('The signing key', () => createPrivateKey(signingPem))
  const own = publicJwk(createPublicKey(privateKey), 'The signing key')
  const others = publishedJwks(publishedPem).filter((jwk) => jwk.kid !== own.kid)
  return { kid: own.kid, privateKey, jwks: { keys: [own, ...others] } }
}
export type KeySet = ReturnType<typeof createKeySet>

const readPublished = (file: string) =>
  readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new StartupError(`PUBLISHED_KEYS_FILE cannot be read: ${file} (${cause.code}).`, { cause })
  })

interface KeySource {
  SIGNING_KEY: string
  PUBLISHED_KEYS_FILE?: string | undefined
}

export async function loadKeys({ SIGNING_KEY, PUBLISHED_KEYS_FILE: file }: KeySource): Promise<KeySet> {
  const published = file === undefined ? '' : await readPublished(file)
  // Environment variables often hold the line ends of a PEM as a backslash and an n.
  return createKeySet(SIGNING_KEY.replaceAll('\\n', '\n'), published)
}

export const signToken = ({ kid, privateKey }: KeySet, claims: object, options: jwt.SignOptions): string =>
  jwt.sign(claims, privateKey, {
    algorithm: SIGNING_ALGORITHM,
    keyid: kid,
    issuer: ACCESS_ISSUER,
    ...options,
  })
