import type { ShownStoreSettings, StoreSettings } from '@mms/contracts'
import { problem, type StubbedCall, showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildDemand, buildSettings, choose, press } from '../../test/support.tsx'
import { ClimatePage } from '../climate/climate-page.tsx'
import { SettingsPage } from './settings-page.tsx'

const GET = 'GET /api/store-settings'
const PUT = 'PUT /api/store-settings'

/** Beside them the page shows the limits of the counter, which have a test of their own. */
const stub = (stubs: Parameters<typeof stubApi>[0]) =>
  stubApi({ 'GET /api/transactions/limits': () => problem(404, 'Not found'), ...stubs })

beforeEach(() => signInAs('admin'))

it('saves what was changed on top of the version that it was read with, and fetches what depends on it', async () => {
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
  await screen.findByLabelText(/^City/)
  choose('City', 'Delhi')
  choose('Service level', '0.975')
  choose('Season$', 'winter')
  choose('Season until', '2027-01-31')
  press('Save settings')
  await screen.findByText('Settings saved')
  const predictions = () => calls.filter(({ path }) => path.endsWith('climate-demand'))
  await expect.poll(() => predictions().length).toBe(2)
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

/** Opens the page. The stubbed server compares versions and keeps saved settings. */
async function open(current: { settings: ShownStoreSettings }) {
  const calls = stub({
    [GET]: () => current.settings,
    [PUT]: ({ headers, body }: StubbedCall) => {
      const { settings } = current
      if (headers.get('if-match') !== `"${settings.version}"`) return problem(412, 'Changed')
      current.settings = { ...settings, ...(body as StoreSettings), version: settings.version + 1 }
      return current.settings
    },
  })
  showPage(<SettingsPage />)
  await screen.findByLabelText(/^City/)
  return calls
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
  const calls = await open(current)
  choose('Lead time in days', '12')
  current.settings = byAsha(4)
  await lookAgain(calls)
  await screen.findByRole('row', { name: /Asha/ })
  expect(shownIn(/^Lead time/)).toBe('12')
  press('Save settings')
  await screen.findByText('Someone else changed these settings')
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
  // And again after a save of its own.
  await expect.poll(() => screen.queryByRole('button', { name: 'Save settings' })).not.toBeNull()
  choose('Lead time in days', '14')
  press('Save settings')
  await expect.poll(() => current.settings).toMatchObject({ leadTimeDays: 14, version: 6 })
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(3)
})

it('shows the settings when the limits of the counter alone cannot be loaded', async () => {
  stub({ [GET]: buildSettings(), 'GET /api/transactions/limits': () => problem(503, 'Away') })
  showPage(<SettingsPage />)
  expect(await screen.findByText('Failed to load the limits of the counter')).toBeTruthy()
  expect(screen.getByLabelText(/^City/)).toBeTruthy()
})

it('lets only administrators in', () => {
  signInAs('staff')
  const calls = stub({})
  showPage(<SettingsPage />)
  expect(screen.getByText('Only administrators can change the store settings')).toBeTruthy()
  expect(calls).toEqual([])
  vi.unstubAllGlobals()
})
