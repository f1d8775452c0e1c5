import { billSettingsSchema, shownBillSettingsSchema } from '@mms/contracts'
import { isMatch, problem, type Route, replyWithEtag, route } from '@mms/service-kit'
import { z } from 'zod'
import { authorOf } from '../transactions/replies.ts'
import type { StoreSettingsService } from './service.ts'

const PATH = '/api/bills/store'

export function storeSettingsRoutes(store: StoreSettingsService): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'What bills show of the store, its taxes and its limits for staff: now, or of a version',
      query: z.strictObject({ version: z.coerce.number().int().min(0).optional() }),
      response: shownBillSettingsSchema,
      handler: async ({ query: { version } }) => {
        const found = version === undefined ? await store.present() : await store.findSettings(version)
        if (!found) throw problem.notFound('sales.settings_not_found', 'There is no such version')
        return replyWithEtag(found)
      },
    }),
    route({
      method: 'put',
      path: PATH,
      access: 'admin',
      recentProof: true,
      summary: 'Change them; with If-Match only if they have not changed since (else 412)',
      headers: ['If-Match'],
      body: billSettingsSchema,
      response: shownBillSettingsSchema,
      handler: async ({ body, headers, caller }) => {
        const isCurrent = (version: number) => isMatch(headers['if-match'], version)
        return replyWithEtag(await store.update(body, isCurrent, authorOf(caller)))
      },
    }),
  ]
}
