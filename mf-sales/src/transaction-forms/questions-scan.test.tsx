import { signInAs } from '@mms/sdk/test-support'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  answerCatalogue,
  buildMedicine,
  enter,
  field,
  frames,
  picker,
  posts,
  showSales,
  startServer,
  type,
} from '../../test/support.tsx'

type OnScan = (code: string) => void
const scanner = vi.hoisted(() => ({ scan: undefined as unknown as OnScan }))

/** A browser's keys are trusted and a test's are not: what the scanner is heard to say comes from the test. */
vi.mock('../scanner/use-scanner.ts', () => ({
  useScanner: ({ onScan }: { onScan: OnScan }) => {
    scanner.scan = onScan
  },
}))

beforeEach(() => {
  localStorage.clear()
  signInAs('staff')
})

it('a scan records no sale that is asked about, and says no yes', async () => {
  const medicines = ['Dolo 650', 'Zinc'].map((name) => buildMedicine({ name, currentStock: 40 }))
  const codes = ['8901234567894', '8901234567900']
  const rows = answerCatalogue(medicines).medicines.map((row, index) => ({
    ...row,
    barcode: codes[index] ?? null,
  }))
  const { calls } = startServer(medicines, {
    'GET /api/medicines/catalogue': { ...answerCatalogue(medicines), medicines: rows },
  })
  showSales()
  await act(async () => picker().click())
  await screen.findByRole('option', { name: /Zinc/ })
  const scan = (index: number) => act(async () => scanner.scan(codes[index] ?? ''))
  await scan(0)
  await expect.poll(() => picker().value).toBe('Dolo 650')
  type(field(/^Quantity/), '41')
  for (let count = 0; count < 3; count += 1) {
    await scan(1)
    expect(screen.getByRole('alert').textContent).toBe('Only 40 in stock. Enter again to record 41')
    expect(picker().value).toBe('Dolo 650')
    await frames()
  }
  expect(posts(calls)).toEqual([])
  enter()
  await expect.poll(() => posts(calls).length).toBe(1)
  await scan(1)
  expect(picker().value).toBe('Zinc')
})
