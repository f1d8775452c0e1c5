import { storeSettingsSchema, updateStoreSettingsSchema } from '@mms/contracts'
import { isMatch, type Route, replyWithEtag, route } from '@mms/service-kit'
import type { SettingsService } from './service.ts'

const PATH = '/api/store-settings'

export function settingsRoutes(settings: SettingsService): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'The settings of the store, the cities to choose from, and who changed what',
      response: storeSettingsSchema,
      handler: async () => replyWithEtag(await settings.show()),
    }),
    route({
      method: 'put',
      path: PATH,
      access: 'admin',
      summary: 'Change the settings; with If-Match only if nobody changed them since (else 412)',
      headers: ['If-Match'],
      body: updateStoreSettingsSchema,
      response: storeSettingsSchema,
      handler: async ({ body, headers, caller }) => {
        const isCurrent = (version: number) => isMatch(headers['if-match'], version)
        return replyWithEtag(await settings.update(body, isCurrent, { _id: caller.id, name: caller.name }))
      },
    }),
  ]
}
