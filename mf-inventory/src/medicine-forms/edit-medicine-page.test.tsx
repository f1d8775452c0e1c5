import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  changeElsewhere,
  save,
  saveOnShelf,
  shelf,
  showForm,
  stockShelf,
  stubShelf,
  typed,
} from '../../test/forms.tsx'
import { answerMedicine, press, showPage, type } from '../../test/support.tsx'
import { EditMedicinePage } from './fields.tsx'

beforeEach(stockShelf)

const NAME = /^Medicine Name/
const RESTORED = 'Your unsaved entries were restored'
const canKeep = () => screen.findByRole('button', { name: 'Keep my changes' })
const updated = () => screen.findByText('Medicine updated successfully')

it('the edit form goes back to the list when it cannot be loaded', async () => {
  stubApi({ 'GET /api/medicines/:id': () => problem(404, 'There is no such medicine') })
  const at = `/medicines/edit/${shelf.stored._id}`
  const { location } = showPage(<EditMedicinePage />, { at, route: '/medicines/edit/:id' })
  await screen.findByText('Failed to fetch medicine details')
  await expect.poll(location).toBe('/medicines')
})

describe('a medicine that somebody changed meanwhile', () => {
  it('takes my changes onto the current values, and the sale stays', async () => {
    stubShelf()
    await showForm()
    changeElsewhere()
    type(NAME, 'Amoxicillin 500 mg')
    type(/^Unit Price/, '14')
    save()
    const keep = await canKeep()
    expect(shelf.stored).toMatchObject({ name: 'Amoxicillin', currentStock: 92, unitPrice: 13 })
    type(/^Manufacturer/, 'Lupin')
    keep.focus()
    fireEvent.click(keep)
    const notice = screen.getByText('Your changes now apply to the current values')
    expect(document.activeElement?.contains(notice)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    const shown = [/^Current Stock/, /^Unit Price/, NAME, /^Manufacturer/].map(typed)
    expect(shown).toEqual(['92', '14', 'Amoxicillin 500 mg', 'Lupin'])
    save()
    await updated()
    expect(shelf.stored).toMatchObject({ name: 'Amoxicillin 500 mg', currentStock: 92, unitPrice: 14 })
  })

  it('counts as saved when it is the first try, whose answer got lost', async () => {
    let isAnswerLost = true
    stubShelf({
      'PUT /api/medicines/:id': (call) => {
        const answer = saveOnShelf(call)
        if (!isAnswerLost) return answer
        isAnswerLost = false
        throw new TypeError('Failed to fetch')
      },
    })
    await showForm()
    type(/^Unit Price/, '14.50')
    save()
    await screen.findByText('Failed to save medicine')
    await screen.findByRole('button', { name: 'Save Medicine' })
    save()
    await updated()
    expect(shelf.stored).toMatchObject({ unitPrice: 14.5, version: 8 })
  })

  it('keeps what was typed when the current values cannot be had, and tries again', async () => {
    let isBroken = false
    const answer = () => (isBroken ? problem(503, 'Restarting') : answerMedicine(shelf.stored))
    stubShelf({ 'GET /api/medicines/:id': answer })
    await showForm()
    isBroken = true
    changeElsewhere()
    type(NAME, 'Typed')
    save()
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Try again' })
    expect(typed(NAME)).toBe('Typed')
    isBroken = false
    press('Try again')
    await canKeep()
  })

  it('says so when it was deleted, and keeps what was typed', async () => {
    let isDeleted = false
    stubShelf({
      'GET /api/medicines/:id': () => (isDeleted ? problem(404, 'Gone') : answerMedicine(shelf.stored)),
      'PUT /api/medicines/:id': () => problem(412, 'Changed meanwhile'),
    })
    await showForm()
    isDeleted = true
    type(NAME, 'Typed')
    save()
    await screen.findByText('Somebody deleted this medicine meanwhile')
    expect(typed(NAME)).toBe('Typed')
  })
})

describe('a draft', () => {
  /** Types into the form; then the session ends, or the page is loaded again. */
  async function typeAndLeave(label: RegExp, value: string) {
    const calls = stubShelf()
    const { unmount } = await showForm()
    type(label, value)
    unmount()
    return calls
  }

  it('is back in the form after the session ended, and not shown to somebody else', async () => {
    await typeAndLeave(NAME, 'Typed')
    signInAs('admin')
    const { unmount } = await showForm()
    expect(typed(NAME)).toBe('Amoxicillin')
    unmount()
    signInAs('staff')
    await showForm()
    await screen.findByText(RESTORED)
    expect(typed(NAME)).toBe('Typed')
    expect(screen.queryByText('Someone else changed this medicine')).toBeNull()
    press('Discard them')
    expect(typed(NAME)).toBe('Amoxicillin')
    expect(screen.queryByText(RESTORED)).toBeNull()
  })

  it('keeps the version that it was typed upon, so that stock sold meanwhile is not overwritten', async () => {
    const calls = await typeAndLeave(/^Current Stock/, '110')
    changeElsewhere()
    await showForm()
    await screen.findByText('Someone else changed this medicine')
    const changes = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(changes).toContain('Current Stock: 100 → 92')
    save()
    await canKeep()
    const puts = calls.filter(({ method }) => method === 'PUT')
    expect(puts.map(({ headers }) => headers.get('if-match'))).toEqual(['"7"'])
    expect(shelf.stored).toMatchObject({ currentStock: 92, version: 8 })
  })

  it('that was saved, although the answer was lost, is not brought back', async () => {
    await typeAndLeave(NAME, 'Typed')
    shelf.stored = { ...shelf.stored, name: 'Typed', version: 8 }
    await showForm()
    expect(screen.queryByText(RESTORED)).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  it('without the version it stands on is not saved without a look', async () => {
    const edits = [{ field: 'currentStock', from: '100', to: '110' }]
    sessionStorage.setItem(`mms.medicine-draft.user-staff.${shelf.stored._id}`, JSON.stringify({ edits }))
    changeElsewhere()
    stubShelf()
    await showForm()
    await screen.findByText('Someone else changed this medicine')
    save()
    await canKeep()
    expect(shelf.stored).toMatchObject({ currentStock: 92, version: 8 })
  })
})
