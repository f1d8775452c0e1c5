import type { BillDocument, CreateBill } from '@mms/contracts'
import type { StubbedCall } from '@mms/sdk/test-support'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { add, final, openPage, pay, payable, press, refuse, show } from '../../test/new-bill.tsx'
import { recordPrints } from '../../test/support.tsx'
import { readOwnCounter } from '../own-counter.ts'
import { type BillDraft, newBillDraft } from './draft.ts'
import { openJournal } from './journal.ts'

const printed = recordPrints()

it('asks after a restart whether the bill was handed over', async () => {
  let answer: (call: StubbedCall) => unknown = () => new Promise(() => {})
  const { posted } = await openPage({ bills: (call) => answer(call) })
  await add('Zinc', '1')
  await pay()
  await expect.poll(() => posted).toHaveLength(1)
  cleanup()
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'No, ask the server again' }))
  await expect.poll(() => posted.map(({ handedOver }) => handedOver)).toEqual([undefined, undefined])
  await screen.findByText(/^Was bill A.*000001 handed over/)
  onLine.mockRestore()
  answer = final
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, handed over' }))
  await expect.poll(() => posted.at(-1)?.handedOver).toBe(true)
  await screen.findByText(/Type a medicine's name/)
  await expect.poll(() => printed.at(-1)).toContain('(Duplicate)')
})

it('begins the next bill while one is asked, holds it if that one is refused, and loses neither', async () => {
  const answers: ((answer: unknown) => void)[] = []
  const { posted } = await openPage({ bills: () => new Promise((answer) => answers.push(answer)) })
  await add('Zinc', '1')
  await pay()
  await add('Dolo', '2')
  await expect.poll(() => answers).toHaveLength(1)
  answers[0]?.(final({ body: posted[0] } as StubbedCall))
  await expect.poll(() => printed).toHaveLength(1)
  await pay()
  await add('Zinc', '3')
  await add('Zinc', '9', true)
  await expect.poll(() => answers).toHaveLength(2)
  press('F4')
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  answers[1]?.(refuse(posted[1], 'None left', { units: 0 }))
  await screen.findByText('None left')
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByText('Zinc was not added')
  // Typed for the other bill, so it accepts no offer.
  press('Enter')
  vi.advanceTimersByTime(1_000)
  await pay()
  await expect.poll(() => posted[2]?.payable).toBe(6_000)
  press('F9')
  answers[2]?.(refuse(posted[2], 'None left'))
  await screen.findByText('None left')
  fireEvent.click(screen.getByRole('button', { name: /^Zinc/ }))
  expect(payable()).toBe('₹135.00')
  vi.advanceTimersByTime(1_000)
  press('Delete')
  press('F9')
  await screen.findByRole('button', { name: /^Dolo/ })
})

it('clears a bill that another tab sold, keeps other lines as a new bill, and asks about one left open', async () => {
  const left = newBillDraft()
  const { posted } = await openPage({
    bills: (call, at) => (posted[at]?._id === left.id ? refuse(posted[at], 'None left') : final(call)),
  })
  const otherTab = await openJournal()
  const key = () => Object.keys(localStorage).find((name) => name.startsWith('mms.bills.draft.')) ?? ''
  const stored = (): BillDraft | null => JSON.parse(localStorage.getItem(key()) ?? 'null')
  const ask = async (draft: BillDraft, units: number) => {
    const { _id = '' } = (await readOwnCounter()) ?? {}
    const lines = [{ medicineId: draft.entries[0]?.medicine._id, units }]
    const body = { _id: draft.id, payable: 4_500, lines } as CreateBill
    const paper = { number: 'A/26-27/000009' } as BillDocument
    const made = { day: '2026-11-28', madeAt: '2026-11-28T10:00:00.000Z' }
    await otherTab.ask(_id, made, (given) => ({ body: { ...body, ...given }, paper }))
  }
  await add('Zinc', '1')
  const first = stored() as BillDraft
  // The other tab sold more than this one shows.
  await ask(first, 5)
  await otherTab.handOver(first.id)
  await screen.findByText(/Type a medicine's name/)
  await add('Zinc', '2')
  await add('Dolo', '2')
  const second = stored() as BillDraft
  await ask(second, 2)
  await otherTab.handOver(second.id)
  await expect.poll(() => stored()?.id).not.toBe(second.id)
  await pay()
  await expect.poll(() => posted.map(({ payable }) => payable)).toContain(6_000)
  await expect.poll(() => otherTab.asked()).toBeUndefined()
  await add('Zinc', '3')
  for (const other of [newBillDraft(), left]) {
    await ask(other, 1)
    await pay()
    await screen.findByText('Was bill A/26-27/000009 handed over?')
    if (other !== left) await otherTab.drop(other.id)
    else fireEvent.click(screen.getByRole('button', { name: 'No, ask the server again' }))
    await expect.poll(() => screen.queryByText(/^Was bill/)).toBeNull()
  }
  await screen.findByText('Bill A/26-27/000009 was refused: None left')
  expect(payable()).toBe('₹135.00')
  otherTab.close()
})
