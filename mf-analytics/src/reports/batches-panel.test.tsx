import { events } from '@mms/sdk'
import { problem, stubApi } from '@mms/sdk/test-support'
import { act, screen, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { press, showPage } from '../../test/support.tsx'
import { BatchesPanel } from './batches-panel.tsx'

const ROUTE = 'GET /api/medicines/batches/expiring'

let made = 0
function buildBatch(parts: object = {}) {
  made += 1
  const _id = `0193b000-0000-7000-8000-${String(made).padStart(12, '0')}`
  return {
    ...{ _id, medicineId: `m${made}`, medicineName: `Medicine ${made}`, manufacturer: 'Micro Labs' },
    ...{ number: `B${made}`, expiryDate: '2099-01-31', status: 'available', stock: 3, price: 2.35 },
    ...parts,
  }
}

const rowOf = async (name: string) => {
  const cells = within(await screen.findByRole('row', { name: new RegExp(name) }))
  return [...cells.queryAllByRole('rowheader'), ...cells.getAllByRole('cell')].map(
    ({ textContent }) => textContent,
  )
}

it('shows medicine, number, date, units, value and status of each, and the name leads to its page', async () => {
  const calls = stubApi({
    [ROUTE]: [
      buildBatch({ medicineName: 'Old', expiryDate: '2020-01-31', discounted: { at: '' } }),
      buildBatch({ medicineName: 'Held', status: 'quarantined', expiryDate: '2020-01-31' }),
      buildBatch({ medicineName: 'Cheap', discounted: { at: '' }, price: 1 }),
      buildBatch({ medicineName: 'Bare', number: null, expiryDate: null, stock: 1_234 }),
    ],
  })
  showPage(<BatchesPanel />)
  expect((await rowOf('Old')).slice(1)).toEqual([
    ...[expect.stringMatching(/^B\d+$/), expect.stringMatching(/2020$/), '3', '₹2.35', '₹7.05', 'Expired'],
  ])
  expect((await rowOf('Held')).at(-1)).toBe('Quarantined')
  expect((await rowOf('Cheap')).slice(-2)).toEqual(['₹3.00', 'Discounted'])
  expect((await rowOf('Bare')).slice(1)).toEqual([
    ...['No number', 'N/A', '1,234', '₹2.35', '₹2,899.90', 'Available'],
  ])
  expect(screen.getByRole('link', { name: 'Cheap' }).getAttribute('href')).toMatch(/^\/medicines\/m\d+$/)
  expect(calls[0]?.query.get('until')).toBe('9999-12-31')
})

it('goes on by pages, and exports all of them', async () => {
  const pages = [[buildBatch({ medicineName: 'First' })], [buildBatch({ medicineName: '=Second' })]]
  stubApi({
    [ROUTE]: ({ query }: { query: URLSearchParams }) =>
      query.get('after')
        ? Response.json(pages[1])
        : Response.json(pages[0], { headers: { link: '</api/x?after=c1>; rel="next"' } }),
  })
  showPage(<BatchesPanel />)
  await screen.findByText('First')
  const saved: Blob[] = []
  const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL]
  Object.assign(URL, { createObjectURL: (file: Blob) => saved.push(file) && 'blob:x', revokeObjectURL() {} })
  onTestFinished(() => void Object.assign(URL, { createObjectURL: create, revokeObjectURL: revoke }))
  press('CSV')
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await saved[0]?.text())?.split('\r\n') ?? []
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^"First","Micro Labs","B\d+","2099-01-31","3","2.35","7.05","Available"$/)
  expect(lines[2]).toMatch(/^"'=Second"/)
  press(/Next/)
  await screen.findByText('=Second')
})

it('follows changes of stock', async () => {
  let stock = 3
  stubApi({ [ROUTE]: () => [buildBatch({ medicineName: 'Dolo', stock })] })
  showPage(<BatchesPanel />)
  expect((await rowOf('Dolo'))[3]).toBe('3')
  stock = 2
  act(() => events.emit('medicines-changed', { medicineIds: [] }))
  await expect.poll(async () => (await rowOf('Dolo'))[3]).toBe('2')
})

it('says when it loads, and when nothing is in stock', async () => {
  stubApi({ [ROUTE]: [] })
  showPage(<BatchesPanel />)
  screen.getByRole('status', { name: 'Loading batches...' })
  await screen.findByText('Nothing is in stock')
})

it('says why it cannot be loaded, and tries again', async () => {
  let isBroken = true
  stubApi({ [ROUTE]: () => (isBroken ? problem(503, 'Stock is away') : [buildBatch()]) })
  showPage(<BatchesPanel />)
  await screen.findByText('Failed to load the stock by batch')
  screen.getByText('Stock is away')
  isBroken = false
  press('Try again')
  await screen.findByRole('table', { name: 'Stock by Batch' })
})
