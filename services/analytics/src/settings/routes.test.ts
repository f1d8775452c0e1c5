import type { AuditEntry, SettingChange, ShownStoreSettings, StoreSettings } from '@mms/contracts'
import {
  type OpenTestDatabase,
  type TestDatabase,
  testDatabases,
  testTokens,
} from '@mms/service-kit/test-support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Analytics, NOWHERE, startAnalytics } from '../../test/support.ts'
import { findCity } from '../climate-zones/cities.ts'
import { defaultSettings } from './store.ts'

const PATH = '/api/store-settings'
const DEMAND = '/api/medicines/climate-demand'
const july = '2026-07-15T06:30:00.000Z'

describe.each(testDatabases())('store settings on $name', ({ open }) => {
  const tokens = testTokens()
  const [admin, staff] = [tokens.token({ name: 'Asha Rao' }), tokens.token({ role: 'staff' })]
  let database: OpenTestDatabase
  let analytics: Analytics
  beforeAll(async () => {
    database = await open()
    analytics = await startAnalytics(database, tokens, NOWHERE, { now: july })
  })
  beforeEach(async () => {
    await database.db('store_settings').delete()
    await database.db('setting_changes').delete()
  })
  afterAll(async () => {
    await analytics.stop()
    await database.close()
  })

  const read = async () => (await analytics.client.get<ShownStoreSettings>(PATH, { token: staff })).body
  const put = (differing: Partial<StoreSettings> | object, headers: Record<string, string> = {}) =>
    analytics.client.put<ShownStoreSettings & { errors: Record<string, string> }>(PATH, {
      token: admin,
      body: { ...defaultSettings, ...differing },
      headers,
    })
  const conditions = async () =>
    (await analytics.client.get<Record<string, string>>(DEMAND, { token: staff })).body

  test('are the defaults at first, with the cities to choose from and the zone of the deployment', async () => {
    const answer = await analytics.client.get<ShownStoreSettings>(PATH, { token: staff })
    expect(answer.headers.get('etag')).toBe('"0"')
    expect(answer.body).toMatchObject({
      ...defaultSettings,
      ...{ version: 0, timeZone: 'Asia/Kolkata', climateSource: 'normals', changes: [] },
    })
    expect(answer.body.cities.length).toBeGreaterThanOrEqual(30)
    for (const { city } of answer.body.cities) expect(findCity(city)).toBeDefined()
  })

  test('an administrator changes them: season and climate follow, and it is kept who did what', async () => {
    const delhi = { city: 'New Delhi', currentSeason: 'summer', currentClimate: 'rainy' }
    expect(await conditions()).toMatchObject(delhi)
    const saved = await put({ city: 'Srinagar', leadTimeDays: 3 })
    expect(saved).toMatchObject({ status: 200, body: { version: 1 } })
    const srinagar = { city: 'Srinagar', currentClimate: 'dry', climateSource: 'normals' }
    expect(await conditions()).toMatchObject(srinagar)
    const seasonOverride = { season: 'winter', until: '2026-07-15' }
    const climateOverride = { climate: 'cold', until: '2026-07-14' }
    await put({ city: 'Srinagar', leadTimeDays: 3, seasonOverride, climateOverride })
    expect(await conditions()).toMatchObject({
      ...{ currentSeason: 'winter', seasonSource: 'override' },
      ...{ currentClimate: 'dry', climateSource: 'normals' },
    })
    const log = await analytics.client.get<AuditEntry[]>(`${PATH}/history`, { token: admin })
    const before = { city: 'New Delhi', leadTimeDays: 7 }
    const moved = { before, after: { city: 'Srinagar', leadTimeDays: 3 }, actorName: 'Asha Rao' }
    expect(log.body).toMatchObject([{ subject: 'store-settings' }, moved])
    const { changes, version } = await read()
    expect(version).toBe(2)
    const by = { _id: expect.any(String), name: 'Asha Rao' }
    const change = (setting: string, from: unknown, to: unknown) => ({ at: july, by, setting, from, to })
    expect(changes.toReversed()).toEqual([
      change('city', 'New Delhi', 'Srinagar'),
      change('leadTimeDays', 7, 3),
      change('seasonOverride', null, seasonOverride),
      change('climateOverride', null, climateOverride),
    ] satisfies SettingChange[])
  })

  test('saving what is there changes nothing; of two who change a version at once, one is refused', async () => {
    expect((await put({})).body).toMatchObject({ version: 0, changes: [] })
    const both = await Promise.all(['Mumbai', 'Pune'].map((city) => put({ city }, { 'If-Match': '"0"' })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect((await read()).changes).toHaveLength(1)
  })

  test.each([
    ['an unknown city', { city: 'Atlantis' }, 'city'],
    ['an override without an end', { seasonOverride: { season: 'winter' } }, 'seasonOverride.until'],
    ['a review period of nothing', { reviewPeriodDays: 0 }, 'reviewPeriodDays'],
    ['a certain service level', { serviceLevel: 1 }, 'serviceLevel'],
  ])('%s is refused by name', async (_, differing, field) => {
    const { status, body } = await put(differing)
    expect(status).toBe(400)
    expect(Object.keys(body.errors)).toEqual([field])
    expect((await read()).version).toBe(0)
  })
})

test('with a weather service the climate is observed, unless it is overridden', async () => {
  const database = await (testDatabases()[0] as TestDatabase).open()
  const tokens = testTokens()
  const analytics = await startAnalytics(database, tokens, NOWHERE, {
    observer: { observe: async () => ({ climate: 'hot', basis: 'a heat wave' }) },
    hasWeather: true,
    now: july,
  })
  const token = tokens.token()
  expect((await analytics.client.get<ShownStoreSettings>(PATH, { token })).body.climateSource).toBe('weather')
  const { body } = await analytics.client.get<Record<string, string>>(DEMAND, { token })
  expect(body).toMatchObject({ currentClimate: 'hot', climateSource: 'weather' })
  const climateOverride = { climate: 'cold', until: '2026-07-20' }
  await analytics.client.put(PATH, { token, body: { ...defaultSettings, climateOverride } })
  expect((await analytics.client.get(DEMAND, { token })).body).toMatchObject({
    ...{ currentClimate: 'cold', climateSource: 'override' },
  })
  await analytics.stop()
  await database.close()
})
