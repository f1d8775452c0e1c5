import { problem, type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerMedicines, buildSummary, cardOf, named, press, server, showPage } from '../../test/support.tsx'
import { AlertsPage } from './alerts-page.tsx'

const UPDATE = 'PUT /api/alerts/:id'

const pressIn = async (name: string, button: RegExp) =>
  fireEvent.click((await cardOf(name)).getByRole('button', { name: button }))
const select = async (name: string) => fireEvent.click((await cardOf(name)).getByRole('checkbox'))
const puts = (calls: StubbedCall[]) => calls.filter(({ method }) => method === 'PUT')

beforeEach(() => signInAs('staff'))

describe('one alert', () => {
  it('is shown as read before the server has answered, and stays so', async () => {
    const held = Promise.withResolvers<void>()
    const alerts = [named('Zinc')]
    const calls = server(alerts, () => held.promise)
    showPage(<AlertsPage />)
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
    const held = Promise.withResolvers<void>()
    server([named('Zinc')], async () => {
      await held.promise
      return problem(500, 'The database is away')
    })
    showPage(<AlertsPage />)
    await pressIn('Zinc', /^Resolve/)
    ;(await cardOf('Zinc')).getByText('Resolved')
    held.resolve()
    await screen.findByText('Failed to update alert status')
    screen.getByText('The database is away')
    const card = await cardOf('Zinc')
    card.getByText('New')
    card.getByRole('button', { name: /^Mark as Read/ })
  })

  it('that another user has resolved goes, and the reason stays', async () => {
    const zinc = named('Zinc')
    const alerts = [zinc]
    server(alerts, () => {
      const resolved = { at: '2026-11-20T07:30:00.000Z', by: { _id: 'u', name: 'Asha' } }
      alerts[0] = { ...zinc, status: 'resolved', resolved }
      return problem(409, 'This alert is resolved already')
    })
    showPage(<AlertsPage />)
    await pressIn('Zinc', /^Mark as Read/)
    await screen.findByText('This alert is resolved already')
    await screen.findByRole('heading', { name: 'No alerts found' })
  })

  it('is marked as read before it is resolved, however fast both are pressed', async () => {
    const held = Promise.withResolvers<void>()
    const calls = server([named('Zinc')], ({ body }) =>
      (body as { status: string }).status === 'read' ? held.promise : undefined,
    )
    showPage(<AlertsPage />)
    await pressIn('Zinc', /^Mark as Read/)
    await pressIn('Zinc', /^Resolve/)
    await act(async () => {})
    expect(puts(calls).map(({ body }) => body)).toEqual([{ status: 'read' }])
    held.resolve()
    await screen.findByText('Alert marked as resolved')
    expect(puts(calls).map(({ body }) => body)).toEqual([{ status: 'read' }, { status: 'resolved' }])
  })

  it('stays read when it could be marked as read, but not be resolved', async () => {
    const held = Promise.withResolvers<void>()
    const zinc = named('Zinc')
    const calls = stubApi({
      'GET /api/alerts/summary': buildSummary(),
      // A list that is older than what was done.
      'GET /api/alerts/by-medicine': () => answerMedicines([zinc]),
      [UPDATE]: async ({ body }: StubbedCall) => {
        await held.promise
        if ((body as { status: string }).status === 'read') return { ...zinc, status: 'read' }
        throw new TypeError('the line is down')
      },
    })
    showPage(<AlertsPage />)
    await pressIn('Zinc', /^Mark as Read/)
    await pressIn('Zinc', /^Resolve/)
    ;(await cardOf('Zinc')).getByText('Resolved')
    held.resolve()
    await expect.poll(async () => (await cardOf('Zinc')).queryByText('Read')).not.toBeNull()
    expect(puts(calls)).toHaveLength(2)
  })

  it('is looked at again when the answer cannot be read: it may be done', async () => {
    const zinc = named('Zinc')
    const alerts = [zinc]
    server(alerts, () => {
      alerts[0] = { ...zinc, status: 'read' }
      return new Response('<html>Sign in to the network</html>')
    })
    showPage(<AlertsPage />)
    await pressIn('Zinc', /^Mark as Read/)
    await screen.findByText('Failed to update alert status')
    await expect.poll(async () => (await cardOf('Zinc')).queryByText('Read')).not.toBeNull()
  })

  it('keeps the focus in its row when a button goes', async () => {
    server([named('Zinc')])
    showPage(<AlertsPage />)
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
  it('are marked as read together, those that are new', async () => {
    const alerts = [named('Zinc'), named('Iron', { status: 'read' }), named('Iodine')]
    const calls = server(alerts)
    showPage(<AlertsPage />)
    await cardOf('Zinc')
    fireEvent.click(screen.getByLabelText('Select all on this page'))
    screen.getByText('3 selected')
    press('Mark selected as read')
    await screen.findByText('2 alerts marked as read')
    expect(puts(calls)).toHaveLength(2)
    expect(alerts.map(({ status }) => status)).toEqual(['read', 'read', 'read'])
    await expect.poll(() => screen.queryByText(/^\d+ selected$/)).toBeNull()
  })

  it('are resolved together once that was confirmed', async () => {
    const alerts = [named('Zinc'), named('Iron')]
    const calls = server(alerts)
    showPage(<AlertsPage />)
    await select('Zinc')
    await select('Iron')
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
    server(alerts, ({ params }) => (params.id === refused ? problem(500, 'Out of order') : undefined))
    showPage(<AlertsPage />)
    await cardOf('Zinc')
    fireEvent.click(screen.getByLabelText('Select all on this page'))
    press('Mark selected as read')
    await screen.findByText('1 of 2 alerts could not be marked as read')
    screen.getByText('Low Stock of Iron: Out of order')
    screen.getByText('1 alert marked as read')
    expect((await cardOf('Iron')).getByRole('checkbox')).toHaveProperty('checked', true)
    ;(await cardOf('Iron')).getByText('New')
    const alert = screen.getByText('1 of 2 alerts could not be marked as read').closest('[role=alert]')
    fireEvent.click(within(alert as HTMLElement).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('1 of 2 alerts could not be marked as read')).toBeNull()
  })

  it('leave selected what was selected meanwhile', async () => {
    const held = Promise.withResolvers<void>()
    server([named('Zinc'), named('Iron')], () => held.promise)
    showPage(<AlertsPage />)
    await select('Zinc')
    press('Mark selected as read')
    await select('Iron')
    held.resolve()
    await screen.findByText('Alert marked as read')
    const isSelected = async (name: string) =>
      (await cardOf(name)).getByRole<HTMLInputElement>('checkbox').checked
    await expect.poll(() => isSelected('Zinc')).toBe(false)
    expect(await isSelected('Iron')).toBe(true)
  })

  it('say how far they have come, to the eye at each step and to the ear at each tenth', async () => {
    const waiting: (() => void)[] = []
    const alerts = Array.from({ length: 12 }, (_, index) => named(`Medicine no. ${index}`))
    server(alerts, () => new Promise<void>((resolve) => void waiting.push(resolve)))
    showPage(<AlertsPage />)
    await cardOf('Medicine no. 11')
    fireEvent.click(screen.getByLabelText('Select all on this page'))
    press('Mark selected as read')
    const bar = screen.getByText('0 of 12').closest('[aria-live=polite]')
    const letGo = async (through: number) => {
      for (let count = 0; count < through; count += 1) {
        await expect.poll(() => waiting.length).toBeGreaterThan(0)
        await act(async () => waiting.shift()?.())
      }
    }
    await letGo(1)
    await screen.findByText('1 of 12')
    screen.getByText('0 of 12 are done')
    await letGo(10)
    await screen.findByText('11 of 12')
    expect(screen.getByText('10 of 12 are done').closest('[aria-live=polite]')).toBe(bar)
    expect(screen.getByText('11 of 12').getAttribute('aria-hidden')).toBe('true')
    await letGo(1)
    await screen.findByText('12 alerts marked as read')
    await expect.poll(() => bar?.textContent).toBe('')
  })

  it('go out a few at a time', async () => {
    let underWay = 0
    let most = 0
    const alerts = Array.from({ length: 20 }, (_, index) => named(`Medicine no. ${index}`))
    server(alerts, async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await Promise.resolve()
      await Promise.resolve()
      underWay -= 1
    })
    showPage(<AlertsPage />)
    await cardOf('Medicine no. 19')
    fireEvent.click(screen.getByLabelText('Select all on this page'))
    press('Mark selected as read')
    await screen.findByText('20 alerts marked as read')
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
  })
})
