import { type Alert, MEDICINE_DEMAND_PAGE } from '@mms/contracts'
import { notePages, problem, showPage, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  answerList,
  answerMedicines,
  buildAlert,
  buildSummary,
  cardOf,
  named,
  press,
} from '../../test/support.tsx'
import { AlertsPage } from './alerts-page.tsx'

const LIST = 'GET /api/alerts/by-medicine'
const PLAIN = 'GET /api/alerts'
const SUMMARY = 'GET /api/alerts/summary'
const GENERATE = 'POST /api/alerts/generate'

function show(alerts: Alert[], stubs: Parameters<typeof stubApi>[0] = {}, at = '/alerts') {
  const calls = stubApi({
    [SUMMARY]: buildSummary(),
    [LIST]: () => answerMedicines(alerts),
    [PLAIN]: () => answerList(alerts),
    ...stubs,
  })
  return { calls, ...showPage(<AlertsPage />, { at }) }
}

beforeEach(() => signInAs('staff'))

function deployPages() {
  act(() => notePages([MEDICINE_DEMAND_PAGE, '/sales']))
  onTestFinished(() => act(() => notePages([])))
}

describe('the list', () => {
  it('is a card for each medicine: its causes without its name, and one step for the worst', async () => {
    const medicineId = { _id: '0193a000-0000-7000-8000-00000000000a', name: 'Dolo 650' }
    const detail = '2 units, ₹60, expired on 1 Nov 2026'
    show([
      buildAlert({ medicineId, type: 'expired', severity: 'high', detail }),
      buildAlert({ medicineId, detail: 'Low: 2 left (min 10)' }),
    ])
    deployPages()
    const card = await cardOf('Dolo 650')
    expect(screen.getAllByRole('listitem', { name: 'Dolo 650' })).toHaveLength(1)
    for (const text of ['Expired', detail, 'Low Stock', 'Low: 2 left (min 10)']) card.getByText(text)
    expect(card.getAllByText(/Dolo 650/, { selector: ':not(span)' })).toHaveLength(1)
    expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Dolo 650', 'Write off'])
  })

  it('leads from each type to its next step, only where an area of the deployment can do it', async () => {
    const steps = [
      ['low_stock', 'Order', '/medicine-demand/'],
      ['high_demand_predicted', 'See demand', '/medicine-demand/'],
      ['expired', 'Write off', '/sales'],
      ['return_to_distributor', 'Return', '/sales'],
    ] as const
    show(steps.map(([type]) => named(type, { type })))
    await cardOf('expired')
    expect(screen.queryByText('Write off')).toBeNull()
    deployPages()
    for (const [type, label, page] of steps)
      expect(screen.getByLabelText(`${label}: ${type}`).getAttribute('href')).toContain(page)
  })

  it('names a medicine that is gone, and a type that only a newer service knows', async () => {
    show([buildAlert({ medicineId: null, type: 'recalled' })])
    const card = await cardOf('Unknown Medicine')
    card.getByText('recalled')
    expect(card.queryByRole('link')).toBeNull()
  })

  it('says who resolved an alert, and which closed by themselves', async () => {
    const at = '2026-11-20T07:30:00.000Z'
    const by = { _id: 'u', name: 'Asha' }
    const resolved = (name: string, parts: object = {}) =>
      named(name, { status: 'resolved', resolved: { at, by, ...parts } })
    const later = resolved('Later', { snoozedUntil: '2026-11-27T18:30:00.000Z' })
    show([resolved('By hand'), resolved('By itself', { by: null }), later], {}, '/alerts?status=resolved')
    const byHand = await cardOf('By hand')
    byHand.getByText(/by Asha/)
    // Nothing is left to do with it.
    expect(byHand.queryAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual(['Details: By hand'])
    ;(await cardOf('By itself')).getByText(/Closed automatically/)
    for (const text of ['Snoozed', /until/]) (await cardOf('Later')).getByText(text)
  })
})

it('counts alerts by status, severity and type', async () => {
  show([])
  await within(await screen.findByRole('region', { name: 'By Status' })).findByText('3')
  const count = (card: string, ...names: string[]) => {
    const { getByText } = within(screen.getByRole('region', { name: card }))
    return names.map((name) => getByText(name).nextSibling?.textContent).join(' ')
  }
  expect(count('By Status', 'New', 'Read', 'Resolved')).toBe('3 2 7')
  expect(count('By Severity', 'High', 'Medium', 'Low')).toBe('1 3 1')
  expect(count('By Type', 'Low Stock', 'Expiring Soon', 'High Demand')).toBe('2 1 1')
})

it('shows dashes, not zeros, when the figures are not known', async () => {
  show([named('Zinc')], { [SUMMARY]: () => problem(500, 'Out of order') })
  await cardOf('Zinc')
  expect(within(screen.getByRole('region', { name: 'By Status' })).getAllByText('–')).toHaveLength(3)
})

it('generates alerts for administrators: busy meanwhile, then with a message and a new list', async () => {
  const done = Promise.withResolvers<void>()
  const message = '2 new, 1 renewed, 0 closed'
  const alerts: Alert[] = []
  show(alerts, {
    [GENERATE]: async () => {
      await done.promise
      alerts.push(named('Zinc'))
      return { success: true, message, opened: 2, renewed: 1, closed: 0, notes: [] }
    },
  })
  await screen.findByText('Alerts are generated automatically every 6 hours.')
  expect(screen.queryByRole('button', { name: 'Generate Alerts Now' })).toBeNull()
  act(() => signInAs('admin'))
  await screen.findByRole('heading', { name: 'No alerts found' })
  press('Generate Alerts Now')
  const busy = await screen.findByRole('button', { name: /Generating\.\.\./ })
  expect(busy).toHaveProperty('disabled', true)
  done.resolve()
  await screen.findByText(message)
  await cardOf('Zinc')
})

it('offers what is left to do with an alert, and opens a card, which a phone shows closed', async () => {
  show([named('Fresh'), named('Seen', { status: 'read' })])
  const offered = async (name: string) =>
    within((await cardOf(name)).getByRole('group', { name: /^Actions: / }))
      .getAllByRole('button')
      .map((button) => button.textContent)
  expect(await offered('Fresh')).toEqual(['Mark as Read', 'Resolve', 'Snooze'])
  expect(await offered('Seen')).toEqual(['Resolve', 'Snooze'])
  const card = await cardOf('Fresh')
  fireEvent.click(card.getByRole('button', { name: 'Details: Fresh', expanded: false }))
  const closes = card.getByRole('button', { name: 'Details: Fresh', expanded: true })
  expect(closes.closest('li')?.dataset.closed).toBeUndefined()
})
