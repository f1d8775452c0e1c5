import type { CreateBill, CreateCashEntry, Drawer, OpenDrawer } from '@mms/contracts'
import { expect, it } from 'vitest'
import type { DrawerRequest } from '../bills/drawer-journal.ts'
import type { JournalBill } from '../bills/journal.ts'
import { withWaitingEntries } from './own-drawer.ts'

const counter = { _id: 'counter', code: 'A', name: 'Front desk', secret: 's'.repeat(43) }
const proof = { _id: counter._id, secret: counter.secret }
const OPENED = '2026-11-28T03:30:00.000Z'

const opening: OpenDrawer = {
  ...{ _id: 'drawer', counter: proof, float: 200_000, pharmacist: 'Asha', openedAt: OPENED },
}
const entry = (_id: string, amount: number): CreateCashEntry => ({
  ...{ _id, counter: proof, direction: 'out', kind: 'expense', amount, note: 'Tea', madeAt: OPENED },
})
const waiting = (id: number, body: DrawerRequest['body'], problem?: string): DrawerRequest => ({
  ...{ id, body, path: 'float' in body ? '/drawers' : '/drawers/drawer/entries' },
  ...(problem && { problem }),
})
const openedWithTea = [waiting(1, opening), waiting(2, entry('a', 2_500))]
const bill = (madeAt: string, mode: 'cash' | 'upi', amount: number) =>
  ({ body: { madeAt, payments: [{ mode, amount }] } as CreateBill }) as JournalBill

it('opens offline and counts the entries and bills that wait, but none of before', () => {
  const bills = [
    bill('2026-11-28T03:29:59.999Z', 'cash', 5_000),
    bill(OPENED, 'cash', 10_000),
    bill('2026-11-28T04:00:00.000Z', 'upi', 7_000),
  ]
  const drawer = withWaitingEntries(undefined, openedWithTea, bills, counter)
  expect(drawer?.day).toBe('2026-11-28')
  expect(drawer?.figures).toMatchObject({
    ...{ sales: 17_000, net: 17_000, cashOut: 2_500, expectedCash: 207_500 },
    byMode: { cash: 10_000, upi: 7_000, card: 0, credit: 0 },
  })
})

it('counts an entry once that the server has taken meanwhile, and no refused one', () => {
  const seen = withWaitingEntries(undefined, openedWithTea, [], counter)
  const requests = [waiting(2, entry('a', 2_500)), waiting(3, entry('b', 1_000), 'Refused')]
  const drawer = withWaitingEntries(seen, requests, [], counter)
  expect(drawer?.entries).toHaveLength(1)
  expect(drawer?.figures.expectedCash).toBe(197_500)
})

it('leaves a closed drawer as it was closed', () => {
  const seen = withWaitingEntries(undefined, [waiting(1, opening)], [], counter) as Drawer
  const closed = { ...seen, closing: { number: 'AZ/26-27/000001' } as Drawer['closing'] }
  const late = bill('2026-11-28T09:00:00.000Z', 'cash', 100)
  expect(withWaitingEntries(closed, [], [late], counter)).toBe(closed)
})
