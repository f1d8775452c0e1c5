import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AreaManifest } from '@mms/contracts'
import { sales } from '@mms/mf-sales/e2e/words.ts'
import { type Download, expect, type Page } from '@playwright/test'
import { type Api, addMedicine } from './api.ts'
import { choose, look, quantity } from './counter.ts'

/** What identifies each area; equal in this and the previous release. */
export const areaSights = {
  inventory: { path: '/medicines', link: 'Medicines', heading: 'Medicines' },
  alerts: { path: '/alerts', link: /^Alerts/, heading: 'Alerts' },
  sales: { path: '/sales', link: 'Sales', heading: sales.heading },
  analytics: { path: '/climate-analytics', link: 'Climate Analytics', heading: /Seasonal Analytics/ },
} as const
export type AreaName = keyof typeof areaSights
export const areaNames = Object.keys(areaSights) as AreaName[]

export const headingOf = (page: Page, area: AreaName) =>
  page.getByRole('heading', { name: areaSights[area].heading, exact: true, level: 1 })

/** Cards that replace missing areas. */
export const cardsOn = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: /(?:is|are) not available/ })

/** Follows an area's link and expects no missing area. */
export async function visitByLink(page: Page, area: AreaName): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: areaSights[area].link, exact: true })
    .first()
    .click()
  await expect(headingOf(page, area)).toBeVisible()
  await expect(cardsOn(page)).toHaveCount(0)
}

/** Expects navigation, session and connection indicator on the open page. */
export async function expectShellWhole(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await page.getByRole('button', { name: 'Administrator', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Server disconnected')).toHaveCount(0)
}

export const readManifest = async (dist: string): Promise<AreaManifest> =>
  JSON.parse(await readFile(join(dist, 'area.json'), 'utf8'))

/** Visits every page in the area build `dist` (except of a single bill) and expects a heading. `id` is a medicine's. */
export async function visitPages(page: Page, dist: string, id: string): Promise<void> {
  for (const route of (await readManifest(dist)).routes) {
    if (route === '/bills/:id') continue
    await page.goto(route.replace(':id', id))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: /not found/i })).toHaveCount(0)
    await expect(cardsOn(page)).toHaveCount(0)
  }
}

export async function readExport(
  page: Page,
  kind: 'PDF' | 'CSV',
): Promise<{ download: Download; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export to ${kind}` }).click(),
  ])
  await expect(page.getByText(`${kind} report generated successfully`)).toBeVisible()
  return { download, bytes: await readFile(await download.path()) }
}

/** Changes something in each area: a sale, its alert, new stock, the report. */
export async function workThroughAreas(page: Page, api: Api, name: string): Promise<string> {
  const { _id } = await addMedicine(api, { name, currentStock: 12, minStockLevel: 10 })
  await visitByLink(page, 'sales')
  await choose(page, name)
  await quantity(page).fill('2')
  await look(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('New stock level: 10')).toBeVisible()

  // A page that opens before the alert is raised asks again only after a minute.
  await expect.poll(() => api.get<unknown[]>(`/api/alerts?medicine=${_id}&type=low_stock`)).toHaveLength(1)
  await page.goto('/alerts?type=low_stock&status=new')
  const ofMedicine = { has: page.getByRole('link', { name, exact: true }) }
  const alert = page.getByRole('row').or(page.getByRole('listitem')).filter(ofMedicine)
  await alert.getByRole('button', { name: /^Mark as Read/ }).click()
  await expect(page.getByText('Alert marked as read')).toBeVisible()

  await page.goto(`/medicines/edit/${_id}`)
  await page.getByLabel('Current Stock').fill('400')
  await page.getByRole('button', { name: 'Save Medicine' }).click()
  await expect(page.getByText('Medicine updated successfully')).toBeVisible()
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 400 })

  await page.goto('/reports')
  const { bytes } = await readExport(page, 'CSV')
  expect(bytes.toString()).toContain(name)
  return _id
}
