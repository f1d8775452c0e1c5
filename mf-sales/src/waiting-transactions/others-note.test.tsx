import { signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { showSales, startServer } from '../../test/support.tsx'

const NAME = 'mms.outbox.user-gone.k1'

beforeEach(() => {
  localStorage.clear()
  const made = { at: '2026-11-20T06:30:00.000Z', madeAt: '2026-11-20T06:30:00.000Z', attempts: 1, nextAt: 0 }
  const item = { path: '/api/transactions', title: 'Sale of 7 × Dolo', successText: '', failureText: '' }
  const entry = {
    ...item,
    ...made,
    key: 'k1',
    userId: 'user-gone',
    userName: 'Ravi',
    state: 'waiting',
    body: {},
  }
  localStorage.setItem(NAME, JSON.stringify({ ...entry, about: {} }))
  startServer([])
})

it('an administrator reads and discards what a person left who cannot sign in any more', async () => {
  signInAs('admin')
  showSales()
  await screen.findByText('1 record of Ravi not sent yet')
  expect(screen.queryByText('Sale of 7 × Dolo')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Discard the unsent records of Ravi?' }),
  )
  question.getByText('Sale of 7 × Dolo')
  fireEvent.click(question.getByRole('button', { name: 'Discard' }))
  await expect.poll(() => screen.queryByText(/not sent yet/)).toBeNull()
  expect(localStorage.getItem(NAME)).toBeNull()
})

it('staff read that something waits, and discard nothing', async () => {
  signInAs('staff')
  showSales()
  await screen.findByText('1 record of Ravi not sent yet')
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
})
