import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeElsewhere, save, server, shelf, showForm, stockShelf, typed } from '../../test/forms.tsx'
import { answerMedicine, press, type } from '../../test/support.tsx'

beforeEach(stockShelf)

describe('the edit form', () => {
  it('goes back to the list when it cannot be loaded', async () => {
    stubApi({ 'GET /api/medicines/:id': () => problem(404, 'There is no such medicine') })
    const { location } = showForm()
    expect(await screen.findByText('Failed to fetch medicine details')).toBeTruthy()
    await expect.poll(location).toBe('/medicines')
  })
})

describe('a medicine that somebody changed meanwhile', () => {
  async function meetConflict() {
    showForm()
    await screen.findByLabelText(/^Medicine Name/)
    changeElsewhere()
    type(/^Medicine Name/, 'Amoxicillin 500 mg')
    type(/^Unit Price/, '14')
    save()
    await screen.findByRole('button', { name: 'Keep my changes' })
  }

  it('takes my changes onto the current values, and the sale stays', async () => {
    stubApi(server)
    await meetConflict()
    expect(shelf.stored).toMatchObject({ name: 'Amoxicillin', currentStock: 92, unitPrice: 13 })
    type(/^Manufacturer/, 'Lupin')
    const keep = screen.getByRole('button', { name: 'Keep my changes' })
    keep.focus()
    fireEvent.click(keep)
    const notice = screen.getByText('Your changes now apply to the current values')
    expect(document.activeElement?.contains(notice)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(typed(/^Current Stock/)).toBe('92')
    expect(typed(/^Unit Price/)).toBe('14')
    expect(typed(/^Medicine Name/)).toBe('Amoxicillin 500 mg')
    expect(typed(/^Manufacturer/)).toBe('Lupin')
    save()
    expect(await screen.findByText('Medicine updated successfully')).toBeTruthy()
    expect(shelf.stored).toMatchObject({ name: 'Amoxicillin 500 mg', currentStock: 92, unitPrice: 14 })
  })

  it('counts as saved when it is the first try, whose answer got lost', async () => {
    let isAnswerLost = true
    stubApi({
      ...server,
      'PUT /api/medicines/:id': (call) => {
        const answer = server['PUT /api/medicines/:id'](call)
        if (!isAnswerLost) return answer
        isAnswerLost = false
        throw new TypeError('Failed to fetch')
      },
    })
    showForm()
    await screen.findByLabelText(/^Medicine Name/)
    type(/^Unit Price/, '14.50')
    save()
    expect(await screen.findByText('Failed to save medicine')).toBeTruthy()
    await screen.findByRole('button', { name: 'Save Medicine' })
    save()
    expect(await screen.findByText('Medicine updated successfully')).toBeTruthy()
    expect(shelf.stored).toMatchObject({ unitPrice: 14.5, version: 8 })
  })

  it('keeps what was typed when the current values cannot be had, and tries again', async () => {
    let isBroken = false
    stubApi({
      ...server,
      'GET /api/medicines/:id': () => (isBroken ? problem(503, 'Restarting') : answerMedicine(shelf.stored)),
    })
    showForm()
    await screen.findByLabelText(/^Medicine Name/)
    isBroken = true
    changeElsewhere()
    type(/^Medicine Name/, 'Typed')
    save()
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Try again' })
    expect(typed(/^Medicine Name/)).toBe('Typed')
    isBroken = false
    press('Try again')
    expect(await screen.findByRole('button', { name: 'Keep my changes' })).toBeTruthy()
  })

  it('says so when it was deleted, and keeps what was typed', async () => {
    let isDeleted = false
    stubApi({
      'GET /api/medicines': [],
      'GET /api/medicines/:id/batches': [],
      'GET /api/medicines/:id': () => (isDeleted ? problem(404, 'Gone') : answerMedicine(shelf.stored)),
      'PUT /api/medicines/:id': () => problem(412, 'Changed meanwhile'),
    })
    showForm()
    await screen.findByLabelText(/^Medicine Name/)
    isDeleted = true
    type(/^Medicine Name/, 'Typed')
    save()
    expect(await screen.findByText('Somebody deleted this medicine meanwhile')).toBeTruthy()
    expect(typed(/^Medicine Name/)).toBe('Typed')
  })
})

describe('a draft', () => {
  /** Types into the form; then the session ends, or the page is loaded again. */
  async function typeAndLeave(label: RegExp, value: string) {
    const { unmount } = showForm()
    await screen.findByLabelText(/^Medicine Name/)
    type(label, value)
    unmount()
  }

  it('is back in the form after the session ended', async () => {
    stubApi(server)
    await typeAndLeave(/^Medicine Name/, 'Typed')
    showForm()
    expect(await screen.findByText('Your unsaved entries were restored')).toBeTruthy()
    expect(typed(/^Medicine Name/)).toBe('Typed')
    expect(screen.queryByText('Someone else changed this medicine')).toBeNull()
    press('Discard them')
    expect(typed(/^Medicine Name/)).toBe('Amoxicillin')
    expect(screen.queryByText('Your unsaved entries were restored')).toBeNull()
  })

  it('keeps the version that it was typed upon, so that stock sold meanwhile is not overwritten', async () => {
    const calls = stubApi(server)
    await typeAndLeave(/^Current Stock/, '110')
    changeElsewhere()
    showForm()
    expect(await screen.findByText('Someone else changed this medicine')).toBeTruthy()
    const changes = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(changes).toContain('Current Stock: 100 → 92')
    save()
    await expect.poll(() => calls.filter(({ method }) => method === 'PUT').length).toBe(1)
    expect(calls.find(({ method }) => method === 'PUT')?.headers.get('if-match')).toBe('"7"')
    await screen.findByRole('button', { name: 'Keep my changes' })
    expect(shelf.stored).toMatchObject({ currentStock: 92, version: 8 })
  })

  it('that was saved, although the answer was lost, is not brought back', async () => {
    stubApi(server)
    await typeAndLeave(/^Medicine Name/, 'Typed')
    shelf.stored = { ...shelf.stored, name: 'Typed', version: 8 }
    showForm()
    await screen.findByLabelText(/^Medicine Name/)
    expect(screen.queryByText('Your unsaved entries were restored')).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  it('without the version it stands on is not saved without a look', async () => {
    const edits = [{ field: 'currentStock', from: '100', to: '110' }]
    sessionStorage.setItem(`mms.medicine-draft.user-staff.${shelf.stored._id}`, JSON.stringify({ edits }))
    changeElsewhere()
    stubApi(server)
    showForm()
    await screen.findByText('Someone else changed this medicine')
    save()
    await screen.findByRole('button', { name: 'Keep my changes' })
    expect(shelf.stored).toMatchObject({ currentStock: 92, version: 8 })
  })

  it('is not shown to somebody else', async () => {
    stubApi(server)
    const { unmount } = showForm()
    await screen.findByLabelText(/^Medicine Name/)
    type(/^Medicine Name/, 'Typed')
    unmount()
    signInAs('admin')
    showForm()
    await screen.findByLabelText(/^Medicine Name/)
    expect(typed(/^Medicine Name/)).toBe('Amoxicillin')
  })
})
