import { events } from '@mms/sdk'
import { problem } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildTransaction, freshCounter, press, showSales, startServer } from '../../test/support.tsx'
import { amoxicillin, pressUndoKey, REVERSAL, reverse, sell } from '../../test/undo.ts'

const messages = () => within(screen.getByRole('region', { name: 'Messages' }))
/** Also of a message that waits behind a newer one. */
const undoButtons = () => messages().queryAllByRole('button', { name: 'Undo', hidden: true })
/** Before the message goes by itself. */
async function expectNoUndo() {
  await expect.poll(undoButtons).toEqual([])
  expect(screen.getByText('Transaction recorded successfully. New stock level: 39')).toBeTruthy()
}

beforeEach(freshCounter)

describe('the message about a transaction', () => {
  it('loses its button when the undo is done by its key', async () => {
    startServer([amoxicillin()], { [REVERSAL]: reverse })
    showSales()
    await sell(39)
    expect(undoButtons()).toHaveLength(1)
    pressUndoKey()
    expect(await screen.findByText('Transaction undone')).toBeTruthy()
    await expectNoUndo()
  })

  it('loses its button when the history undoes it, and its key means the one before', async () => {
    const { calls, history } = startServer([amoxicillin()], { [REVERSAL]: reverse })
    showSales()
    await sell(39)
    await sell(38)
    const [newest] = await screen.findAllByRole('button', { name: 'Undo sale of Amoxicillin 500 mg' })
    fireEvent.click(newest as HTMLElement)
    press('Undo transaction')
    expect(await screen.findByText('Transaction undone')).toBeTruthy()
    await expect.poll(() => undoButtons().length).toBe(1)
    pressUndoKey()
    const undone = () => calls.filter(({ path }) => path.endsWith('/reversal')).map(({ path }) => path)
    await expect.poll(() => undone().length).toBe(2)
    expect(undone()[1]).toContain(history[1]?._id)
  })

  it('loses its button when another tab undoes it', async () => {
    const { history } = startServer([amoxicillin()])
    showSales()
    await sell(39)
    const otherTab = new BroadcastChannel('mms.sales.undone')
    otherTab.postMessage(history[0]?._id)
    await expectNoUndo()
    otherTab.close()
  })

  it('loses its button when the history shows that a colleague has undone it', async () => {
    const { history } = startServer([amoxicillin()])
    showSales()
    await sell(39)
    expect(undoButtons()).toHaveLength(1)
    Object.assign(history[0] as object, { reversedBy: '0193a000-0000-7000-8000-00000000ffff' })
    events.emit('medicines-changed', { medicineIds: [] })
    await expectNoUndo()
  })

  it('offers no other try where the undo was refused', async () => {
    startServer([amoxicillin()], { [REVERSAL]: () => problem(409, 'Only 0 units are in stock') })
    showSales()
    await sell(39)
    pressUndoKey()
    expect(await screen.findByText('Failed to undo the transaction')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await expectNoUndo()
  })
})

describe('the undo of a purchase', () => {
  const restoration = {
    unitPrice: { isRestored: false, now: 15, before: 12, changedBy: 'Asha Rao' },
  }
  const said = /Price stays ₹15\.00: changed since by Asha Rao; before the purchase it was ₹12\.00\./

  it('says whether the price is back, and why not', async () => {
    startServer([amoxicillin()], {
      [REVERSAL]: () => Response.json(buildTransaction({ restoration }), { status: 201 }),
    })
    showSales()
    await sell(39)
    pressUndoKey()
    expect(await screen.findByText(/^Transaction undone\. /)).toBeTruthy()
    expect(screen.getByText(said)).toBeTruthy()
  })

  it('says so in the history, too', async () => {
    const { history } = startServer([amoxicillin()])
    history.push(buildTransaction({ type: 'purchase', reverses: buildTransaction()._id, restoration }))
    showSales()
    expect(await screen.findByText(said)).toBeTruthy()
  })

  it('asks with the values in mind', async () => {
    const { history } = startServer([amoxicillin()])
    history.push(buildTransaction({ type: 'purchase', createdAt: new Date().toISOString() }))
    showSales()
    fireEvent.click(await screen.findByRole('button', { name: /^Undo purchase of/ }))
    expect(screen.getByText(/A price that it set is restored too/)).toBeTruthy()
  })
})
