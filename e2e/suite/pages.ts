import { expect } from '@playwright/test'
import type { Api } from './api.ts'

interface SuitePage {
  path: string
  /** Of the page that is there. */
  heading: string | RegExp
  /** How much code, in KiB, somebody who comes from the login page may have to load for it. */
  mayAdd?: number
}

/** Every page with an address of its own, and states of a page that look different. */
export const pages: readonly SuitePage[] = [
  { path: '/', heading: 'Dashboard' },
  { path: '/medicines', heading: 'Medicines', mayAdd: 60 },
  { path: '/medicines?search=none+such', heading: 'Medicines' },
  { path: '/medicines/import', heading: 'Import medicines' },
  { path: '/medicines/add', heading: 'Add Medicine' },
  { path: '/sales', heading: 'Sales & Inventory Management', mayAdd: 80 },
  { path: '/sales?type=return', heading: 'Sales & Inventory Management' },
  { path: '/alerts', heading: 'Alerts', mayAdd: 40 },
  { path: '/alerts?status=resolved&type=expiry', heading: 'Alerts' },
  { path: '/climate-analytics', heading: 'Climate & Seasonal Analytics' },
  { path: '/reports', heading: 'Reports & Analytics' },
  { path: '/store-settings', heading: 'Store settings' },
  { path: '/users', heading: 'Users' },
  { path: '/no/such/page', heading: /not found/i },
]

/** The pages of one medicine. */
const pagesOfMedicine = ({ _id, name }: { _id: string; name: string }): readonly SuitePage[] => [
  { path: `/medicines/${_id}`, heading: name },
  { path: `/medicine-alerts/${_id}`, heading: name },
  { path: `/medicines/edit/${_id}`, heading: 'Edit Medicine' },
  { path: `/medicine-demand/${_id}`, heading: name },
]

/** Every page, of a store that has medicines. */
export async function listPages(api: Api): Promise<readonly SuitePage[]> {
  const list = () => api.get<{ _id: string; name: string }[]>('/api/medicines')
  if ((await list()).length === 0) await api.get('/api/medicines/seed-sample-data')
  const [medicine] = (await list()) as [{ _id: string; name: string }]
  // Analytics hears of it a moment later.
  const isKnown = () => api.get(`/api/demand/${medicine._id}`).then(Boolean, () => false)
  await expect.poll(isKnown, { timeout: 60_000 }).toBe(true)
  return [...pages, ...pagesOfMedicine(medicine)]
}
