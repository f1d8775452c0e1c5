import { counterLimitsSchema, updateCounterLimitsSchema } from '@mms/contracts'
import { isMatch, type Route, replyWithEtag, route } from '@mms/service-kit'
import { authorOf, TRANSACTIONS_PATH } from '../transactions/replies.ts'
import type { LimitsService } from './service.ts'

const LIMITS_PATH = `${TRANSACTIONS_PATH}/limits`

/** Register before `/api/transactions/:id`, which would match `/limits`, too. */
export function limitRoutes(limits: LimitsService): Route[] {
  return [
    route({
      method: 'get',
      path: LIMITS_PATH,
      access: 'signed-in',
      summary: 'From where on the counter asks before it records, and who changed that',
      response: counterLimitsSchema,
      handler: async () => replyWithEtag(await limits.show()),
    }),
    route({
      method: 'put',
      path: LIMITS_PATH,
      access: 'admin',
      recentProof: true,
      summary: 'Change the limits; with If-Match only if they have not changed since (else 412)',
      headers: ['If-Match'],
      body: updateCounterLimitsSchema,
      response: counterLimitsSchema,
      handler: async ({ body, headers, caller }) => {
        const isCurrent = (version: number) => isMatch(headers['if-match'], version)
        return replyWithEtag(await limits.update(body, isCurrent, authorOf(caller)))
      },
    }),
  ]
}
