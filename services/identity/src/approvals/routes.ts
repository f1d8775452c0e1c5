import { approveSchema, signedApprovalSchema } from '@mms/contracts'
import { PUBLIC_BODY_BYTES, type Route, route } from '@mms/service-kit'
import type { IdentityContext } from '../context.ts'
import { deviceCookie, refuseCrossSite } from '../sessions/cookie.ts'
import { uncached } from '../sessions/routes.ts'
import { createApprove } from './service.ts'

export function approvalRoutes(context: IdentityContext): Route[] {
  const approve = createApprove(context)
  return [
    route({
      method: 'post',
      path: '/api/auth/approvals',
      access: 'signed-in',
      summary: 'An administrator approves one thing for the caller, by email and password; good for minutes',
      body: approveSchema,
      bodyLimit: PUBLIC_BODY_BYTES,
      response: signedApprovalSchema,
      handler: async ({ body, caller, headers, address }) => {
        refuseCrossSite(headers)
        const from = { address, origin: headers.origin, device: deviceCookie.read(headers) }
        return uncached(await approve({ ...body, ...from, callerId: caller.id }))
      },
    }),
  ]
}
