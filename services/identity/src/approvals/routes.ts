import { approveSchema, signedApprovalSchema } from '@mms/contracts'
import { PUBLIC_BODY_BYTES, Reply, type Route, route } from '@mms/service-kit'
import { deviceCookie, refuseCrossSite } from '../sessions/cookie.ts'
import type { ApprovalService } from './service.ts'

export function approvalRoutes(approvals: ApprovalService): Route[] {
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
        const approved = await approvals.approve({
          ...body,
          address,
          callerId: caller.id,
          origin: headers.origin,
          device: deviceCookie.read(headers),
        })
        return new Reply(approved, { headers: { 'Cache-Control': 'no-store' } })
      },
    }),
  ]
}
