import { sessionSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import type { OwnSessions } from './own-service.ts'

export function ownSessionRoutes(sessions: OwnSessions): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/auth/sessions',
      access: 'signed-in',
      summary: 'Where the caller is signed in, the session used last first',
      response: z.array(sessionSchema),
      handler: ({ caller }) => sessions.list(caller),
    }),
    route({
      method: 'delete',
      path: '/api/auth/sessions/:id',
      access: 'signed-in',
      summary: 'End one session of the caller; needs a recent proof of the password',
      params: z.strictObject({ id: z.uuid() }),
      handler: ({ params, caller }) => sessions.end(caller, params.id),
    }),
    route({
      method: 'delete',
      path: '/api/auth/sessions',
      access: 'signed-in',
      summary: 'End all sessions of the caller, this one too; needs a recent proof of the password',
      handler: ({ caller }) => sessions.endAll(caller),
    }),
  ]
}
