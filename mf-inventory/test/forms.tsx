import type { Medicine } from '@mms/contracts'
import { problem, type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { AddMedicinePage, EditMedicinePage } from '../src/medicine-forms/fields.tsx'
import { answerMedicine, buildMedicine, press, type Stubs, showPage } from './support.tsx'

export const showAdd = () => showPage(<AddMedicinePage />, { at: '/medicines/add', route: '/medicines/add' })

/** The form of a new medicine. */
export function openAdd(stubs: Stubs = {}) {
  const calls = stubApi({
    'GET /api/medicines': [],
    'GET /api/medicines/composition': { composition: null },
    'GET /api/medicines/salts': [],
    'POST /api/medicines': () => Response.json({}, { status: 201 }),
    ...stubs,
  })
  return { calls, ...showAdd() }
}

/** What the server has of the medicine that is edited. */
export const shelf = { stored: buildMedicine() }

/** Before each test: one medicine, nothing typed, and staff at the counter. */
export function stockShelf(): void {
  sessionStorage.clear()
  signInAs('staff')
  shelf.stored = buildMedicine({ name: 'Amoxicillin', currentStock: 100, unitPrice: 12.5, version: 7 })
}

/** Saves the medicine of the shelf, but over no version that was not seen. */
export function saveOnShelf({ headers, body }: StubbedCall) {
  const { stored } = shelf
  if (headers.get('if-match') !== `"${stored.version}"`) return problem(412, 'Changed meanwhile')
  shelf.stored = { ...stored, ...(body as Partial<Medicine>), version: stored.version + 1 }
  return answerMedicine(shelf.stored)
}

/** The server of the shelf. Returns its calls. */
export const stubShelf = (stubs: Stubs = {}) =>
  stubApi({
    'GET /api/medicines': [],
    'GET /api/medicines/:id/batches': [],
    'GET /api/medicines/:id': () => answerMedicine(shelf.stored),
    'PUT /api/medicines/:id': saveOnShelf,
    ...stubs,
  })

/** The form of the medicine of the shelf. */
export async function showForm() {
  const { _id } = shelf.stored
  const page = showPage(<EditMedicinePage />, { at: `/medicines/edit/${_id}`, route: '/medicines/edit/:id' })
  await screen.findByLabelText(/^Medicine Name/)
  return page
}

export const typed = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
export const save = () => press('Save Medicine')

/** Somebody else sells eight units and corrects the price. */
export function changeElsewhere(): void {
  const { stored } = shelf
  shelf.stored = { ...stored, currentStock: 92, unitPrice: 13, version: stored.version + 1 }
}
