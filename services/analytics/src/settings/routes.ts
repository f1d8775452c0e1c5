import { type StoreSettingsShown, storeSettingsSchema, updateStoreSettingsSchema } from '@mms/contracts'
import { etagOf, namesVersion, Reply, type Route, route } from '@mms/service-kit'
import type { SettingsService } from './service.ts'

const PATH = '/api/store-settings'

const tagged = (settings: StoreSettingsShown) =>
  new Reply(settings, { headers: { ETag: etagOf(settings.version) } })

/** Where the store is, and how it orders. */
export function settingsRoutes(settings: SettingsService): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'The settings of the store, the cities to choose from, and who changed what',
      response: storeSettingsSchema,
      handler: async () => tagged(await settings.show()),
    }),
    route({
      method: 'put',
      path: PATH,
      access: 'admin',
      summary: 'Change the settings; with If-Match only if nobody changed them since (else 412)',
      body: updateStoreSettingsSchema,
      response: storeSettingsSchema,
      handler: async ({ body, headers, caller }) => {
        const match = headers['if-match']
        const isCurrent = (version: number) => match === undefined || namesVersion(match, version)
        return tagged(await settings.update(body, isCurrent, { _id: caller.id, name: caller.name }))
      },
    }),
  ]
}
