import { Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { type KeySet, publicJwkSchema } from './key-set.ts'

export function keyRoutes({ jwks }: KeySet): Route[] {
  return [
    route({
      method: 'get',
      path: '/.well-known/jwks.json',
      access: 'public',
      summary: 'Public keys of the access tokens (RFC 7517)',
      response: z.object({ keys: z.array(publicJwkSchema) }),
      handler: () => new Reply(jwks, { headers: { 'Cache-Control': 'public, max-age=300' } }),
    }),
  ]
}
