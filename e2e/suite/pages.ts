import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AreaPages, VisitedPage } from '@mms/sdk/test-support'
import { expect } from '@playwright/test'
import type { Api } from './api.ts'

const root = resolve(import.meta.dirname, '../..')

const areas: AreaPages[] = await Promise.all(
  globSync('mf-*/e2e/pages.ts', { cwd: root })
    .toSorted()
    .map(async (file) => (await import(resolve(root, file))).areaPages),
)

/** Pages with an address of their own. Each area also lists its pages. */
export const pages: readonly VisitedPage[] = [
  { path: '/', heading: 'Dashboard' },
  ...areas.flatMap((area) => area.pages),
  { path: '/users', heading: 'Users' },
  { path: '/users/history', heading: 'Sign-ins and changes' },
  { path: '/account', heading: 'Account' },
  { path: '/status', heading: 'Status' },
  { path: '/no/such/page', heading: /not found/i },
]

/** Lists all pages and makes sure that the store has medicines. */
export async function listPages(api: Api): Promise<readonly VisitedPage[]> {
  const list = () => api.get<{ _id: string; name: string }[]>('/api/medicines')
  if ((await list()).length === 0) await api.get('/api/medicines/seed-sample-data')
  const [medicine] = (await list()) as [{ _id: string; name: string }]
  // Waits for analytics, which learns of the medicine a moment later.
  const isKnown = () => api.get(`/api/demand/${medicine._id}`).then(Boolean, () => false)
  await expect.poll(isKnown, { timeout: 60_000 }).toBe(true)
  const ofRecords = await Promise.all(areas.map(async ({ pagesOf }) => pagesOf?.({ ...api, medicine }) ?? []))
  return [...pages, ...ofRecords.flat()]
}
