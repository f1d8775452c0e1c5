import { Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { type KeySet, SIGNING_ALGORITHM } from './key-set.ts'

const jwksSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('RSA'),
      n: z.string(),
      e: z.string(),
      kid: z.string(),
      use: z.literal('sig'),
      alg: z.literal(SIGNING_ALGORITHM),
    }),
  ),
})

export function keyRoutes({ jwks }: KeySet): Route[] {
  return [
    route({
      method: 'get',
      path: '/.well-known/jwks.json',
      access: 'public',
      summary: 'Public keys of the access tokens (RFC 7517)',
      response: jwksSchema,
      handler: () => new Reply(jwks, { headers: { 'Cache-Control': 'public, max-age=300' } }),
    }),
  ]
}
