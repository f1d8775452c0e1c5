import { type BatchFlow, defaultPack, type Medicine } from '@mms/contracts'
import { connectNotify, renderPage, type stubApi } from '@mms/sdk/test-support'
import { toast, UiProvider } from '@mms/ui'
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { onTestFinished } from 'vitest'

export type Stubs = Parameters<typeof stubApi>[0]

let made = 0

/** A medicine as the API answers it. */
export function buildMedicine(parts: Partial<Medicine> = {}): Medicine {
  made += 1
  return {
    _id: `0193a000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    name: `Medicine ${made}`,
    category: 'Antibiotics',
    manufacturer: 'Cipla',
    ...{ barcode: null, composition: null, mrp: null },
    ...defaultPack,
    currentStock: 100,
    minStockLevel: 10,
    unitPrice: 12.5,
    expiryDate: null,
    demandFactors: {
      seasonal: false,
      seasonalTrend: { winter: 1, spring: 1, summer: 1, fall: 1 },
      climateDependent: false,
      climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
    },
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...parts,
  }
}

const unsaid = { unitPrice: null, mrp: null, supplier: null, held: null, returnBy: null, discounted: null }

/** A batch as the API answers it, with all that any list says of it. */
export function buildBatch(parts: Partial<BatchFlow> = {}): BatchFlow {
  made += 1
  const _id = `0193b000-0000-7000-8000-${String(made).padStart(12, '0')}`
  return {
    ...{ _id, medicineId: _id, medicineName: 'Dolo 650', manufacturer: 'Micro Labs' },
    ...{ number: `B${made}`, expiryDate: '2030-01-31', status: 'available', stock: 5 },
    ...unsaid,
    price: 2.5,
    ...{ received: 9, numbered: 0, sold: 4, returned: 0, writtenOff: 0, adjusted: 0 },
    ...{ version: 3, createdAt: '2026-01-01T00:00:00.000Z' },
    ...parts,
  }
}

/** A page as the shell shows it: router, queries, theme, and toasts that really appear. */
export function showPage(page: ReactElement, options: { at?: string; route?: string } = {}) {
  onTestFinished(connectNotify((notice) => toast[notice.kind](notice.text, notice.detail)))
  onTestFinished(() => act(toast.clear))
  return renderPage(page, { ...options, wrap: (tree) => <UiProvider>{tree}</UiProvider> })
}

export function answerList(medicines: Medicine[], { total = medicines.length, next = '' } = {}) {
  const link = next && `</api/medicines?limit=50&after=${next}>; rel="next"`
  return Response.json(medicines, { headers: { 'x-total-count': String(total), ...(link && { link }) } })
}

export function answerMedicine(medicine: Medicine) {
  return Response.json(medicine, { headers: { etag: `"${medicine.version}"` } })
}

export function type(label: string | RegExp, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

export function press(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name }))
}

/** Presses the button of the open dialog: the last one of that name on the page. */
export function confirm(name: string) {
  fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)
}
