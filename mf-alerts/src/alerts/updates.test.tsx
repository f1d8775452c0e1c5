import type { Alert } from '@mms/contracts'
import { problem, type StubbedCall, showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answerMedicines,
  buildAlert,
  buildSummary,
  cardOf,
  named,
  press,
  startServer,
} from '../../test/support.tsx'
import { AlertsPage } from './alerts-page.tsx'

const pressIn = async (name: string, button: RegExp) =>
  fireEvent.click((await cardOf(name)).getByRole('button', { name: button }))
const selectAll = async (shown: string) => {
  await cardOf(shown)
  fireEvent.click(screen.getByLabelText('Select all on this page'))
}
const puts = (calls: StubbedCall[]) => calls.filter(({ method }) => method === 'PUT')

function show(...server: Parameters<typeof startServer>) {
  const calls = startServer(...server)
  showPage(<AlertsPage />)
  return calls
}

beforeEach(() => signInAs('staff'))

describe('one alert', () => {
  it('is shown as read before the server has answered, and stays so', async () => {
    const held = Promise.withResolvers<void>()
    const alerts = [named('Zinc')]
    const calls = show(alerts, () => held.promise)
    await pressIn('Zinc', /^Mark as Read/)
    const card = await cardOf('Zinc')
    card.getByText('Read')
    expect(card.queryByRole('button', { name: /^Mark as Read/ })).toBeNull()
    expect(alerts[0]?.status).toBe('new')
    held.resolve()
    await screen.findByText('Alert marked as read')
    ;(await cardOf('Zinc')).getByText('Read')
    expect(puts(calls).map(({ body }) => body)).toEqual([{ status: 'read' }])
  })

  it('is as it was again when the server refuses, and the reason is told', async () => {
    const held = Promise.withResolvers<Response>()
    show([named('Zinc')], () => held.promise)
    await pressIn('Zinc', /^Resolve/)
    ;(await cardOf('Zinc')).getByText('Resolved')
    held.resolve(problem(500, 'The database is away'))
    await screen.findByText('Failed to update alert status')
    screen.getByText('The database is away')
    const card = await cardOf('Zinc')
    card.getByText('New')
    card.getByRole('button', { name: /^Mark as Read/ })
  })

  it('that another user has resolved goes, and the reason stays', async () => {
    const zinc = named('Zinc')
    const alerts = [zinc]
    show(alerts, () => {
      const resolved = { at: '2026-11-20T07:30:00.000Z', by: { _id: 'u', name: 'Asha' } }
      alerts[0] = { ...zinc, status: 'resolved', resolved }
      return problem(409, 'This alert is resolved already')
    })
    await pressIn('Zinc', /^Mark as Read/)
    await screen.findByText('This alert is resolved already')
    await screen.findByRole('heading', { name: 'No alerts found' })
  })

  it('is marked as read before it is resolved, however fast both are pressed', async () => {
    const held = Promise.withResolvers<void>()
    const calls = show([named('Zinc')], ({ body }) =>
      (body as { status: string }).status === 'read' ? held.promise : undefined,
    )
    await pressIn('Zinc', /^Mark as Read/)
    await pressIn('Zinc', /^Resolve/)
    await act(async () => {})
    expect(puts(calls).map(({ body }) => body)).toEqual([{ status: 'read' }])
    held.resolve()
    await screen.findByText('Alert marked as resolved')
    expect(puts(calls).map(({ body }) => body)).toEqual([{ status: 'read' }, { status: 'resolved' }])
  })

  it('keeps the focus in its row when a button goes', async () => {
    show([named('Zinc')])
    const button = (await cardOf('Zinc')).getByRole('button', { name: /^Mark as Read/ })
    button.focus()
    fireEvent.click(button)
    expect(document.activeElement).toBe((await cardOf('Zinc')).getByRole('button', { name: /^Resolve/ }))
    await screen.findByText('Alert marked as read')
    fireEvent.click((await cardOf('Zinc')).getByRole('button', { name: /^Resolve/ }))
    expect(document.activeElement).toBe((await cardOf('Zinc')).getByRole('group', { name: /^Actions/ }))
  })
})

describe('several alerts', () => {
  it('are marked as read together, a few at a time, those that are new', async () => {
    let underWay = 0
    let most = 0
    const alerts = Array.from({ length: 6 }, (_, index) => named(`Medicine no. ${index}`))
    alerts.push(named('Iron', { status: 'read' }))
    const calls = show(alerts, async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await Promise.resolve()
      await Promise.resolve()
      underWay -= 1
    })
    await selectAll('Iron')
    screen.getByText('7 selected')
    press('Mark selected as read')
    await screen.findByText('6 alerts marked as read')
    expect(puts(calls)).toHaveLength(6)
    expect(new Set(alerts.map(({ status }) => status))).toEqual(new Set(['read']))
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
    await expect.poll(() => screen.queryByText(/^\d+ selected$/)).toBeNull()
  })

  it('are resolved together once that was confirmed', async () => {
    const alerts = [named('Zinc'), named('Iron')]
    const calls = show(alerts)
    for (const name of ['Zinc', 'Iron']) fireEvent.click((await cardOf(name)).getByRole('checkbox'))
    press('Resolve selected')
    expect(puts(calls)).toEqual([])
    const dialog = within(screen.getByRole('alertdialog', { name: 'Resolve 2 alerts' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }))
    await screen.findByText('2 alerts marked as resolved')
    expect(alerts.every(({ status }) => status === 'resolved')).toBe(true)
  })

  it('say which of them failed and why, and those stay selected', async () => {
    const alerts = [named('Zinc'), named('Iron')]
    const refused = alerts[1]?._id
    show(alerts, ({ params }) => (params.id === refused ? problem(500, 'Out of order') : undefined))
    await selectAll('Zinc')
    press('Mark selected as read')
    const title = await screen.findByText('1 of 2 alerts could not be marked as read')
    screen.getByText('Low Stock of Iron: Out of order')
    screen.getByText('1 alert marked as read')
    expect((await cardOf('Iron')).getByRole('checkbox')).toHaveProperty('checked', true)
    ;(await cardOf('Iron')).getByText('New')
    const alert = within(title.closest('[role=alert]') as HTMLElement)
    fireEvent.click(alert.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('1 of 2 alerts could not be marked as read')).toBeNull()
  })
})

it('the alerts of a card are snoozed together for some days', async () => {
  const medicineId = { _id: '0193a000-0000-7000-8000-00000000000a', name: 'Zinc' }
  const calls = show([buildAlert({ medicineId, type: 'expired' }), buildAlert({ medicineId })])
  await pressIn('Zinc', /^Snooze/)
  await pressIn('Zinc', /^For a week/)
  await screen.findByText('2 alerts snoozed for 7 days')
  const body = { status: 'resolved', snoozeDays: 7 }
  expect(puts(calls).map((call) => call.body)).toEqual([body, body])
})

it('shows administrators, and not staff, who marked an alert as read', async () => {
  const alert = buildAlert({ status: 'read' })
  const entry = {
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
  }
  const calls = show([alert], undefined, { 'GET /api/alerts/history': [entry] })
  await screen.findByRole('list', { name: 'Alerts' })
  expect(screen.queryByRole('button', { name: /^History: / })).toBeNull()
  act(() => signInAs('admin'))
  fireEvent.click(await screen.findByRole('button', { name: /^History: / }))
  const line = await screen.findByText('Marked as read')
  expect(line.closest('li')?.textContent).toMatch(/by Ravi Kumar.*10\.0\.0\.7/)
  expect(calls.find(({ path }) => path.endsWith('/history'))?.query.get('subject')).toBe(alert._id)
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
    'PUT /api/alerts/:id': ({ params }: StubbedCall) => ({ ...first, _id: params.id, status: 'read' }),
  })
  showPage(<AlertsPage />)
  await cardOf('Medicine no. 0')
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
  await selectAll('Medicine no. 0')
  press('Select all 3 medicines')
  await screen.findByText('3 selected')
  press('Mark selected as read')
  await screen.findByText('3 alerts marked as read')
  const marked = puts(calls).map(({ params }) => params.id)
  expect(marked.toSorted()).toEqual(alerts.map(({ _id }) => _id))
})
