import '../../test/indexed-db.ts'
import type { BillDocument, CreateBill } from '@mms/contracts'
import { newKey } from '@mms/sdk'
import { expect, it, onTestFinished } from 'vitest'
import { newBillDraft } from './draft.ts'
import { type BillNumber, BillPendingError, type Journal, openJournal } from './journal.ts'

const paper = {} as BillDocument

async function open() {
  const journal = await openJournal(newKey())
  onTestFinished(journal.close)
  return journal
}

const ask = (journal: Journal, day = '2026-11-28', madeAt = `${day}T10:00:00.000Z`) =>
  journal.ask('counter', { day, madeAt }, (given: BillNumber) => ({
    body: { _id: newKey(), ...given } as unknown as CreateBill,
    paper,
  }))

async function sell(journal: Journal, day?: string) {
  const bill = await ask(journal, day)
  await journal.finish(bill._id, paper)
  return bill
}

it('numbers each financial year from 1, and dates no bill before the previous one', async () => {
  const journal = await open()
  const bills = [await sell(journal, '2027-03-31'), await sell(journal, '2027-03-30')]
  bills.push(await sell(journal, '2027-04-01'), await sell(journal, '2027-03-31'))
  const numbers = bills.map(({ year, number }) => `${year}/${number}`)
  expect(numbers).toEqual(['26-27/1', '26-27/2', '27-28/1', '27-28/2'])
  const days = bills.map(({ body }) => body.day)
  expect(days).toEqual(['2027-03-31', '2027-03-31', '2027-04-01', '2027-04-01'])
})

it('has one asked bill, gives the number of a refused one out again, and keeps that of a handed-over one', async () => {
  const journal = await open()
  const refused = await ask(journal)
  await expect(ask(journal)).rejects.toBeInstanceOf(BillPendingError)
  await journal.drop(refused._id)
  const sold = await ask(journal)
  await journal.handOver(sold._id)
  expect(await journal.drop(sold._id)).toBeUndefined()
  expect([refused.number, sold.number, (await ask(journal)).number]).toEqual([1, 1, 2])
  expect((await journal.waiting()).map(({ _id }) => _id)).toEqual([sold._id])
})

it('follows the last number of the server, but not while a bill is asked, and sends again what it lost', async () => {
  const journal = await open()
  const first = await sell(journal)
  const asked = await ask(journal)
  await journal.follow('counter', '26-27', { last: 9, missing: [] })
  expect(await journal.highest('counter', '26-27')).toBe(1)
  await journal.finish(asked._id, paper)
  await journal.follow('counter', '26-27', { last: 9, missing: [1] })
  expect((await journal.waiting()).map(({ _id }) => _id)).toEqual([first._id])
  expect((await ask(journal)).number).toBe(10)
})

it('forgets final bills after 31 days, and never one that waits', async () => {
  const journal = await open()
  const [old, waiting] = [await sell(journal, '2026-01-01'), await ask(journal, '2026-01-01')]
  await journal.handOver(waiting._id)
  const recent = await sell(journal, new Date().toISOString().slice(0, 10))
  await journal.hold(newBillDraft())
  await journal.prune()
  const kept = [old, waiting, recent].map(({ _id }) => journal.find(_id))
  expect((await Promise.all(kept)).map((bill) => bill?.state)).toEqual([undefined, 'handed-over', 'final'])
  expect(await journal.holds()).toHaveLength(1)
  expect((await journal.last())?._id).toBe(recent._id)
})
