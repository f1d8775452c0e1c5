import { approvalSubject } from '@mms/contracts'
import { problem, type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  asked,
  build,
  form,
  frames,
  keyOf,
  offline,
  openSales,
  press,
  SENT,
  type Stubs,
  type,
} from '../../test/support.tsx'

const RETURNABLE = 'GET /api/transactions/returnable/:id'
const APPROVALS = 'POST /api/auth/approvals'
const approved = { approval: 'signed', by: { _id: 'a', name: 'Meera Nair' } }

/** A return of so many is in the form, where the server says how many may come back. */
async function start(quantity: string, more: Stubs = {}) {
  const medicine = build.medicine({ name: 'Dolo 650', unitPrice: 2.5 })
  const { calls } = openSales([medicine], { [RETURNABLE]: { units: 5 }, [APPROVALS]: approved, ...more })
  fireEvent.keyDown(document.body, { key: 'F8' })
  await form.choose('Dolo')
  await expect.poll(() => calls.some(({ path }) => path.includes('/returnable/'))).toBe(true)
  await frames()
  type(form.field(/^Quantity/), quantity)
  const sent = () => calls.filter(({ method, path }) => method === 'POST' && path === '/api/transactions')
  const proofs = () => calls.filter(({ path }) => path === '/api/auth/approvals')
  return { medicine, sent, proofs }
}
const dialog = () => within(screen.getByRole('dialog', { name: /must approve this return/ }))
function approve(password = 'correct horse') {
  type(dialog().getByLabelText(/email/), 'meera@example.com')
  type(dialog().getByLabelText<HTMLInputElement>(/^Administrator's password/), password)
  fireEvent.click(dialog().getByRole('button', { name: 'Approve and record' }))
}

it('a return of more than was sold is asked about', async () => {
  const { sent } = await start('6')
  form.enter()
  expect(asked()).toMatch(/^Only 5 sold without a bill in 90 days and not returned\. Press .* 6$/)
  await frames()
  expect(sent()).toEqual([])
  form.enter()
  await expect.poll(() => sent().length).toBe(1)
  const confirmed = [{ code: 'return_above_sold', value: 6, compared: 5 }]
  expect(sent()[0]?.body).toMatchObject({ type: 'return', confirmed })
})

it('above the limit of staff an administrator types the password, and the next sale begins', async () => {
  const { medicine, sent, proofs } = await start('16')
  form.enter()
  expect(sent()).toEqual([])
  await screen.findByRole('dialog')
  approve()
  await expect.poll(() => sent().length).toBe(1)
  const body = { medicineId: medicine._id, quantity: 16, unitPrice: 2.5 }
  expect(proofs()[0]?.body).toEqual({
    ...{ email: 'meera@example.com', password: 'correct horse' },
    ...{ purpose: 'sales.return', subject: approvalSubject(keyOf(sent()[0]) as string, body) },
  })
  expect(sent()[0]?.body).toMatchObject({ ...body, approval: 'signed' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(form.picker())
  expect(JSON.stringify(localStorage)).not.toContain('correct horse')
})

it('a wrong password is said, emptied and tried again; Cancel goes back to the form', async () => {
  let isWrong = true
  const { sent } = await start('16', {
    [APPROVALS]: () => (isWrong ? problem(400, 'Invalid email or password') : approved),
  })
  form.enter()
  approve('wrong')
  await dialog().findByText('Invalid email or password')
  expect(dialog().getByLabelText<HTMLInputElement>(/^Administrator's password/).value).toBe('')
  fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }))
  expect([form.picker().value, form.field(/^Quantity/).value]).toEqual(['Dolo 650', '16'])
  expect(sent()).toEqual([])
  isWrong = false
  form.enter()
  approve()
  await expect.poll(() => sent().length).toBe(1)
})

it('an administrator at the counter is asked, and needs nobody', async () => {
  signInAs('admin')
  const { sent, proofs } = await start('16')
  form.enter()
  expect(asked()).toMatch(/^Only 5 sold/)
  await frames()
  form.enter()
  await expect.poll(() => sent().length).toBe(1)
  expect([proofs(), screen.queryByRole('dialog')]).toEqual([[], null])
})

it('offline nothing is asked that is not known, and what the server then refuses can be approved', async () => {
  let isAway = true
  const refusal =
    'Only 5 sold without a bill in 90 days and not returned. Returning more than 10 beyond that needs an administrator'
  const { sent } = await start('16', {
    [RETURNABLE]: offline,
    [SENT]: ({ body }: StubbedCall) => {
      if (isAway) return offline()
      if ('approval' in (body as object)) return Response.json(build.transaction(), { status: 201 })
      return problem(403, refusal, { code: 'sales.approval_required', errors: { approval: refusal } })
    },
  })
  form.enter()
  await screen.findByText('Waiting to be sent')
  isAway = false
  window.dispatchEvent(new Event('online'))
  await screen.findByText(`Not recorded: ${refusal}`)
  press('Ask an administrator')
  approve()
  await expect.poll(() => screen.queryByText(`Not recorded: ${refusal}`)).toBeNull()
  const last = sent().at(-1)
  expect(last?.body).toMatchObject({ quantity: 16, approval: 'signed' })
  expect(keyOf(last)).not.toBe(keyOf(sent()[0]))
  const madeAtOf = (call: StubbedCall | undefined) => (call?.body as { madeAt?: string } | undefined)?.madeAt
  expect(madeAtOf(last)).toBeTruthy()
  expect(madeAtOf(last)).toBe(madeAtOf(sent()[0]))
})
