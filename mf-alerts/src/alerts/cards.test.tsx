import type { Alert } from '@mms/contracts'
import { type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answerMedicines,
  buildAlert,
  buildSummary,
  cardOf,
  named,
  press,
  server,
  showPage,
} from '../../test/support.tsx'
import { AlertsPage } from './alerts-page.tsx'

const pressIn = async (name: string, button: RegExp) =>
  fireEvent.click((await cardOf(name)).getByRole('button', { name: button }))
const puts = (calls: StubbedCall[]) => calls.filter(({ method }) => method === 'PUT')

beforeEach(() => signInAs('staff'))

describe('the alerts of a card', () => {
  const medicineId = { _id: '0193a000-0000-7000-8000-00000000000a', name: 'Zinc' }
  const two = () => [buildAlert({ medicineId, type: 'expired' }), buildAlert({ medicineId })]

  it('are resolved together', async () => {
    const alerts = two()
    const calls = server(alerts)
    showPage(<AlertsPage />)
    await pressIn('Zinc', /^Resolve: 2 alerts of Zinc/)
    await screen.findByText('2 alerts marked as resolved')
    expect(puts(calls).map(({ body }) => body)).toEqual([{ status: 'resolved' }, { status: 'resolved' }])
  })

  it('are snoozed together for some days', async () => {
    const calls = server(two())
    showPage(<AlertsPage />)
    await pressIn('Zinc', /^Snooze/)
    await pressIn('Zinc', /^For a week/)
    await screen.findByText('2 alerts snoozed for 7 days')
    const body = { status: 'resolved', snoozeDays: 7 }
    expect(puts(calls).map((call) => call.body)).toEqual([body, body])
  })
})

describe('the history of an alert', () => {
  const read = () => buildAlert({ status: 'read' })

  it('shows administrators who marked it as read', async () => {
    signInAs('admin')
    const alert = read()
    const calls = server([alert], undefined, {
      'GET /api/alerts/history': [
        {
          _id: 'h1',
          at: '2026-11-20T10:00:00.000Z',
          action: 'alert.read',
          subject: alert._id,
          actorId: 'u2',
          actorName: 'Ravi Kumar',
          before: { status: 'new' },
          after: { status: 'read' },
          requestId: 'r1',
          address: '10.0.0.7',
        },
      ],
    })
    showPage(<AlertsPage />)
    fireEvent.click(await screen.findByRole('button', { name: /^History: / }))
    const line = await screen.findByText('Marked as read')
    expect(line.closest('li')?.textContent).toMatch(/by Ravi Kumar.*10\.0\.0\.7/)
    expect(calls.find(({ path }) => path.endsWith('/history'))?.query.get('subject')).toBe(alert._id)
  })

  it('is not for staff, and there is none of an alert that is open', async () => {
    server([read()])
    showPage(<AlertsPage />)
    await screen.findByRole('list', { name: 'Alerts' })
    expect(screen.queryByRole('button', { name: /^History: / })).toBeNull()
  })
})

it('alerts of all pages are selected at once, and marked', async () => {
  const alerts = Array.from({ length: 3 }, (_, index) => named(`Medicine no. ${index}`))
  const [first, second, third] = alerts as [Alert, Alert, Alert]
  const calls = stubApi({
    'GET /api/alerts/summary': buildSummary(),
    'GET /api/alerts/by-medicine': ({ query }: StubbedCall) => {
      if (query.get('limit') === '50') return answerMedicines([first], { total: 3, next: 'c1' })
      return query.get('after') ? answerMedicines([third]) : answerMedicines([first, second], { next: 'c2' })
    },
    'PUT /api/alerts/:id': ({ params, body }: StubbedCall) => ({
      ...first,
      _id: params.id,
      ...(body as object),
    }),
  })
  showPage(<AlertsPage />)
  await cardOf('Medicine no. 0')
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
  fireEvent.click(screen.getByLabelText('Select all on this page'))
  press('Select all 3 medicines')
  await screen.findByText('3 selected')
  press('Mark selected as read')
  await screen.findByText('3 alerts marked as read')
  expect(
    puts(calls)
      .map(({ params }) => params.id)
      .toSorted(),
  ).toEqual(alerts.map(({ _id }) => _id))
})
