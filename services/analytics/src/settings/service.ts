import type { SettingChange, ShownStoreSettings, StoreSettings } from '@mms/contracts'
import { inTransaction, isUniqueViolation, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { cities, findCity } from '../climate-zones/cities.ts'
import { changesBetween, createSettingsStore } from './store.ts'

const CHANGES_SHOWN = 50
const NAME_LENGTH = 200

const shownCities = cities
  .map(({ city, state, latitude, longitude }) => ({ city, state, latitude, longitude }))
  .toSorted((a, b) => (a.city < b.city ? -1 : 1))

function assertCity(name: string): void {
  if (findCity(name)) return
  const errors = { city: 'must be one of the cities in the list of `GET /api/store-settings`' }
  throw problem.badRequest('analytics.unknown_city', `The usual climate of ${name} is not known`, { errors })
}

const staleVersion = () =>
  problem.preconditionFailed(
    'analytics.settings_changed',
    'Someone else changed the settings. Please check them again',
  )

interface SettingsOptions {
  db: Knex
  timeZone: string
  hasWeather: boolean
  now: () => Date
}

export function createSettingsService({ db, timeZone, hasWeather, now }: SettingsOptions) {
  const store = createSettingsStore(db)

  async function show(): Promise<ShownStoreSettings> {
    const { version, settings } = await store.find()
    const changes = await store.listChanges(CHANGES_SHOWN)
    const climateSource = hasWeather ? ('weather' as const) : ('normals' as const)
    return { ...settings, version, timeZone, climateSource, cities: shownCities, changes }
  }

  return {
    show,
    find: async () => (await store.find()).settings,
    async update(after: StoreSettings, isCurrent: (version: number) => boolean, author: SettingChange['by']) {
      assertCity(after.city)
      const by = { _id: author._id, name: author.name.slice(0, NAME_LENGTH) }
      await inTransaction(db, async (trx) => {
        const stored = createSettingsStore(trx)
        const { version, settings: before } = await stored.find()
        if (!isCurrent(version)) throw staleVersion()
        const changes = changesBetween(before, after)
        if (changes.length === 0) return
        if (!(await stored.save({ version, settings: after }))) throw staleVersion()
        await recordChange(trx, {
          action: 'settings.changed',
          subject: 'store-settings',
          before: Object.fromEntries(changes.map(({ setting, from }) => [setting, from])),
          after: Object.fromEntries(changes.map(({ setting, to }) => [setting, to])),
        })
        await stored.insertChanges(changes.map((change) => ({ ...change, at: now().toISOString(), by })))
      }).catch((error: unknown) => {
        throw isUniqueViolation(error) ? staleVersion() : error
      })
      return show()
    },
  }
}
export type SettingsService = ReturnType<typeof createSettingsService>
