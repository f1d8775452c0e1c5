import { defaultCounterLimits, type StoreSettings, type StoreSettingsShown } from '@mms/contracts'
import { problem, type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildDemand, buildSettings, choose, press, showPage } from '../../test/support.tsx'
import { ClimatePage } from '../climate/climate-page.tsx'
import { SettingsPage } from './settings-page.tsx'

const GET = 'GET /api/store-settings'
const PUT = 'PUT /api/store-settings'

/** Beside them the page shows the limits of the counter, which have a test of their own. */
const stub = (stubs: Parameters<typeof stubApi>[0]) =>
  stubApi({ 'GET /api/transactions/limits': () => problem(404, 'Not found'), ...stubs })

beforeEach(() => signInAs('admin'))

it('saves what was changed, on top of the version that it was read with', async () => {
  const calls = stub({ [GET]: buildSettings(), [PUT]: buildSettings({ city: 'Delhi', version: 4 }) })
  showPage(<SettingsPage />)
  await screen.findByLabelText(/^City/)
  choose('City', 'Delhi')
  choose('Service level', '0.975')
  choose('Season$', 'winter')
  choose('Season until', '2027-01-31')
  press('Save settings')
  expect(await screen.findByText('Settings saved')).toBeTruthy()
  const put = calls.find(({ method }) => method === 'PUT')
  expect(put?.headers.get('if-match')).toBe('"3"')
  expect(put?.body).toEqual({
    city: 'Delhi',
    seasonScheme: 'standard',
    leadTimeDays: 7,
    reviewPeriodDays: 7,
    serviceLevel: 0.975,
    seasonOverride: { season: 'winter', until: '2027-01-31' },
    climateOverride: null,
  })
})

it.each([
  ['Lead time in days', '-1', 'Must be 0 or more'],
  ['Review period in days', '1.5', 'Must be a whole number'],
  ['Review period in days', '', 'Review period in days is required'],
])('says beside %s that %s is wrong, and sends nothing', async (label, value, sentence) => {
  const calls = stub({ [GET]: buildSettings() })
  showPage(<SettingsPage />)
  await screen.findByLabelText(/^City/)
  choose(label, value)
  press('Save settings')
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(calls.every(({ method }) => method === 'GET')).toBe(true)
})

it('is saved where a try whose answer got lost has saved the same', async () => {
  let current = buildSettings()
  stub({ [GET]: () => current, [PUT]: () => problem(412, 'Changed') })
  showPage(<SettingsPage />)
  await screen.findByLabelText(/^City/)
  choose('City', 'Delhi')
  current = buildSettings({ city: 'Delhi', version: 4 })
  press('Save settings')
  expect(await screen.findByText('Settings saved')).toBeTruthy()
})

/** A server whose settings `current` holds. */
function server(current: { settings: StoreSettingsShown }) {
  return stub({
    [GET]: () => current.settings,
    [PUT]: ({ headers, body }: StubbedCall) => {
      const { settings } = current
      if (headers.get('if-match') !== `"${settings.version}"`) return problem(412, 'Changed')
      current.settings = { ...settings, ...(body as StoreSettings), version: settings.version + 1 }
      return current.settings
    },
  })
}

/** What is on the screen is asked for again, as when somebody comes back to the tab. */
async function lookAgain(calls: StubbedCall[]) {
  const asked = () => calls.filter(({ path }) => path === '/api/store-settings').length
  const before = asked()
  fireEvent(window, new Event('visibilitychange'))
  await expect.poll(asked).toBe(before + 1)
}
const shownIn = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const otherSave = { at: '2026-11-20T06:30:00.000Z', by: { _id: 'u', name: 'Asha' }, setting: 'city' }
const byAsha = (version: number) =>
  buildSettings({ city: 'Delhi', version, changes: [{ ...otherSave, from: 'Mumbai', to: 'Delhi' }] })

it('keeps what was typed when somebody else saves meanwhile, and saves nothing over it', async () => {
  const current = { settings: buildSettings() }
  const calls = server(current)
  showPage(<SettingsPage />)
  await screen.findByLabelText(/^City/)
  choose('Lead time in days', '12')
  current.settings = byAsha(4)
  await lookAgain(calls)
  await screen.findByRole('row', { name: /Asha/ })
  expect(shownIn(/^Lead time/)).toBe('12')
  press('Save settings')
  await screen.findByText('Somebody changed these settings meanwhile')
  const listed = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(listed).toEqual(['City: Mumbai → Delhi', 'Lead time in days: 7 → 12'])
  expect(current.settings).toEqual(byAsha(4))
  press('Load the current values')
  await expect.poll(() => shownIn(/^City/)).toBe('Delhi')
  expect(shownIn(/^Lead time/)).toBe('7')
  press('Apply my changes again')
  expect(shownIn(/^Lead time/)).toBe('12')
  press('Save settings')
  await screen.findByText('Settings saved')
  expect(current.settings).toMatchObject({ city: 'Delhi', leadTimeDays: 12, version: 5 })
})

it('saves again after a save of its own', async () => {
  const current = { settings: buildSettings() }
  const calls = server(current)
  showPage(<SettingsPage />)
  await screen.findByLabelText(/^City/)
  for (const days of ['12', '14']) {
    choose('Lead time in days', days)
    press('Save settings')
    await expect.poll(() => current.settings.leadTimeDays).toBe(Number(days))
    await expect.poll(() => screen.queryByRole('button', { name: 'Save settings' })).not.toBeNull()
  }
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2)
})

it('shows what somebody else saves where nothing was typed', async () => {
  const current = { settings: buildSettings() }
  const calls = server(current)
  showPage(<SettingsPage />)
  await screen.findByLabelText(/^City/)
  current.settings = byAsha(4)
  await lookAgain(calls)
  await expect.poll(() => shownIn(/^City/)).toBe('Delhi')
})

it('keeps what was typed when the current settings cannot be loaded', async () => {
  let isAway = false
  stub({
    [GET]: () => (isAway ? problem(503, 'Away') : buildSettings()),
    [PUT]: () => problem(412, 'Changed'),
  })
  showPage(<SettingsPage />)
  await screen.findByLabelText(/^City/)
  choose('Lead time in days', '12')
  isAway = true
  press('Save settings')
  expect(await screen.findByText(/The current values could not be loaded/)).toBeTruthy()
  expect(shownIn(/^Lead time/)).toBe('12')
})

it('says what the server finds wrong beside its field', async () => {
  const refused = () => problem(400, 'No', { errors: { 'seasonOverride.until': 'must not be in the past' } })
  stub({ [GET]: buildSettings(), [PUT]: refused })
  showPage(<SettingsPage />)
  await screen.findByLabelText(/^City/)
  press('Save settings')
  expect(await screen.findByText('Must not be in the past')).toBeTruthy()
})

it('shows who changed what', async () => {
  const change = { at: '2026-11-20T06:30:00.000Z', by: { _id: 'u', name: 'Asha' }, setting: 'city' }
  stub({ [GET]: buildSettings({ changes: [{ ...change, from: 'Delhi', to: 'Mumbai' }] }) })
  showPage(<SettingsPage />)
  const row = await screen.findByRole('row', { name: /Asha/ })
  expect(within(row).getByText('Delhi')).toBeTruthy()
  expect(within(row).getByRole('rowheader').textContent).toBe('City')
})

it('shows the limits of the counter when the settings alone cannot be loaded, and recovers', async () => {
  let isBroken = true
  const limits = { ...defaultCounterLimits, version: 3, changes: [] }
  const get = () => (isBroken ? problem(503, 'Away') : buildSettings())
  stub({ [GET]: get, 'GET /api/transactions/limits': limits })
  showPage(<SettingsPage />)
  expect(await screen.findByText('Failed to load the settings')).toBeTruthy()
  expect(await screen.findByLabelText(/^Price: times/)).toBeTruthy()
  isBroken = false
  press('Try again')
  expect(await screen.findByLabelText(/^City/)).toBeTruthy()
})

it('shows the settings when the limits of the counter alone cannot be loaded', async () => {
  stub({ [GET]: buildSettings(), 'GET /api/transactions/limits': () => problem(503, 'Away') })
  showPage(<SettingsPage />)
  expect(await screen.findByText('Failed to load the limits of the counter')).toBeTruthy()
  expect(screen.getByLabelText(/^City/)).toBeTruthy()
})

it('fetches what depends on the settings again once they are saved', async () => {
  const calls = stub({
    [GET]: buildSettings(),
    [PUT]: buildSettings({ city: 'Delhi', version: 4 }),
    'GET /api/medicines/climate-demand': buildDemand(),
  })
  showPage(
    <>
      <SettingsPage />
      <ClimatePage />
    </>,
  )
  await screen.findByRole('heading', { name: 'No medicines yet' })
  choose('City', 'Delhi')
  press('Save settings')
  await screen.findByText('Settings saved')
  const predictions = () => calls.filter(({ path }) => path.endsWith('climate-demand'))
  await expect.poll(() => predictions().length).toBe(2)
})

it('lets only administrators in', () => {
  signInAs('staff')
  const calls = stub({})
  showPage(<SettingsPage />)
  expect(screen.getByText("Only administrators change the store's settings")).toBeTruthy()
  expect(calls).toEqual([])
  vi.unstubAllGlobals()
})
