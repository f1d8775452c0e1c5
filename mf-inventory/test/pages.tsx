import type { Medicine } from '@mms/contracts'
import { stubApi } from '@mms/sdk/test-support'
import { MedicinePage } from '../src/medicine/medicine-page.tsx'
import { MedicinesPage } from '../src/medicines/medicines-page.tsx'
import { answerList, answerMedicine, type Stubs, showPage } from './support.tsx'

/** The list of these medicines. */
export function showList(medicines: Medicine[], stubs: Stubs = {}, at = '/medicines') {
  const calls = stubApi({
    'GET /api/medicines': () => answerList(medicines),
    'GET /api/medicines/categories': ['Antibiotics', 'Vitamins'],
    'GET /api/medicines/summary': { total: 3, lowStock: 1, expiringSoon: 2, expired: 0 },
    ...stubs,
  })
  return { calls, ...showPage(<MedicinesPage />, { at, route: '/medicines' }) }
}

/** The page of this medicine. */
export function showMedicine(medicine: Medicine, stubs: Stubs = {}) {
  const calls = stubApi({
    'GET /api/medicines/:id': answerMedicine(medicine),
    'GET /api/medicines/:id/history': [],
    'GET /api/medicines/:id/batches': [],
    'GET /api/users': [],
    ...stubs,
  })
  const at = `/medicines/${medicine._id}`
  return { calls, ...showPage(<MedicinePage />, { at, route: '/medicines/:id' }) }
}
