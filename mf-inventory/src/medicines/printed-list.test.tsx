import { signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answerList, buildMedicine, press, showPage } from '../../test/support.tsx'
import { MedicinesPage } from './medicines-page.tsx'

const all = Array.from({ length: 120 }, (_, at) => buildMedicine({ name: `Medicine no ${at}` }))
const print = vi.fn()

beforeEach(() => {
  signInAs('staff')
  print.mockReset()
  vi.stubGlobal('print', print)
})

it.each([
  ['the menu', () => press('Print')],
  ['Ctrl+P', () => fireEvent.keyDown(window, { key: 'p', ctrlKey: true })],
])('prints every page that fits the filters, by %s', async (_, start) => {
  const calls = stubApi({
    'GET /api/medicines/categories': [],
    'GET /api/medicines': ({ query }) =>
      query.has('limit') ? answerList(all.slice(0, 50), { total: 120, next: 'c1' }) : all,
  })
  showPage(<MedicinesPage />, { at: '/medicines?sort=stock', route: '/medicines' })
  await screen.findByText('Medicine no 49')
  press('File')
  start()
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const printed = screen.getByRole('table', { name: 'All medicines', hidden: true })
  expect(within(printed).getAllByRole('row', { hidden: true })).toHaveLength(121)
  expect(calls.at(-1)?.query.toString()).toBe('sort=stock')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByRole('table', { name: 'All medicines', hidden: true })).toBeNull()
})
