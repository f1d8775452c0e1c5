import { problem, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeElsewhere, save, server, shelf, showForm, stockShelf, typed } from '../../test/edit-page.tsx'
import { answerMedicine, press, showPage, type } from '../../test/support.tsx'
import { EditMedicinePage } from './edit-medicine-page.tsx'

beforeEach(stockShelf)

describe('the edit form', () => {
  it('loads the medicine and saves it over the version that it loaded', async () => {
    const calls = stubApi(server)
    const { location } = showForm()
    await screen.findByLabelText(/^Medicine Name/)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Medicine')
    expect(typed(/^Current Stock/)).toBe('100')
    type(/^Medicine Name/, 'Amoxicillin 500 mg')
    save()
    expect(await screen.findByText('Medicine updated successfully')).toBeTruthy()
    expect(calls.at(-1)?.headers.get('if-match')).toBe('"7"')
    expect(shelf.stored).toMatchObject({ name: 'Amoxicillin 500 mg', currentStock: 100, version: 8 })
    await expect.poll(location).toBe('/medicines')
  })

  it('goes back to the very page of the list that it was opened from', async () => {
    stubApi(server)
    const state = { list: { search: '?filter=low-stock&page=2&after=c1', trail: [''] } }
    const { location, router } = showPage(<EditMedicinePage />, { route: '/medicines/edit/:id' })
    await act(() => router.navigate(`/medicines/edit/${shelf.stored._id}`, { state }))
    fireEvent.click(await screen.findByRole('link', { name: 'Cancel' }))
    expect(location()).toBe('/medicines?filter=low-stock&page=2&after=c1')
    expect(router.state.location.state).toEqual({ trail: [''] })
  })

  it('leads to the medicine', async () => {
    stubApi(server)
    showForm()
    const link = await screen.findByRole('link', { name: 'Amoxicillin' })
    expect(link.getAttribute('href')).toBe(`/medicines/${shelf.stored._id}`)
  })

  it('goes back to the list when it cannot be loaded', async () => {
    stubApi({ 'GET /api/medicines/:id': () => problem(404, 'There is no such medicine') })
    const { location } = showForm()
    expect(await screen.findByText('Failed to fetch medicine details')).toBeTruthy()
    await expect.poll(location).toBe('/medicines')
  })

  it('shows a stored multiplier', async () => {
    shelf.stored.demandFactors = { ...shelf.stored.demandFactors, climateDependent: true }
    shelf.stored.demandFactors.climateFactors.rainy = 2.5
    stubApi(server)
    showForm()
    await screen.findByLabelText('Rainy')
    expect(typed(/^Rainy/)).toBe('2.5')
    expect(screen.queryByLabelText('Winter')).toBeNull()
  })
})

it('does not take half a date for none', async () => {
  stubApi(server)
  showForm()
  const date = await screen.findByLabelText<HTMLInputElement>(/^Expiry Date/)
  type(/^Expiry Date/, '')
  Object.defineProperty(date, 'validity', { value: { badInput: true } })
  const before = shelf.stored
  save()
  await screen.findByText('Expiry Date is not complete')
  expect(shelf.stored).toEqual(before)
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

  it('is not overwritten; a card says what they changed and what I changed', async () => {
    stubApi(server)
    await meetConflict()
    expect(screen.getByText('Somebody changed this medicine meanwhile')).toBeTruthy()
    const changes = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(changes).toEqual([
      'Current Stock: 100 → 92',
      'Unit Price (₹): 12.5 → 13',
      'Medicine Name: Amoxicillin → Amoxicillin 500 mg',
      'Unit Price (₹): 12.5 → 14',
    ])
    expect(shelf.stored).toMatchObject({ name: 'Amoxicillin', currentStock: 92, unitPrice: 13 })
    expect(typed(/^Medicine Name/)).toBe('Amoxicillin 500 mg')
  })

  it('takes my changes onto the current values, and the sale stays', async () => {
    stubApi(server)
    await meetConflict()
    const keep = screen.getByRole('button', { name: 'Keep my changes' })
    keep.focus()
    fireEvent.click(keep)
    const notice = screen.getByText('Your changes now apply to the current values')
    expect(document.activeElement?.contains(notice)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(typed(/^Current Stock/)).toBe('92')
    expect(typed(/^Unit Price/)).toBe('14')
    expect(typed(/^Medicine Name/)).toBe('Amoxicillin 500 mg')
    save()
    expect(await screen.findByText('Medicine updated successfully')).toBeTruthy()
    expect(shelf.stored).toMatchObject({ name: 'Amoxicillin 500 mg', currentStock: 92, unitPrice: 14 })
  })

  it('loads the current values and can still make my changes again', async () => {
    stubApi(server)
    await meetConflict()
    press('Load the current values')
    expect(typed(/^Medicine Name/)).toBe('Amoxicillin')
    expect(typed(/^Unit Price/)).toBe('13')
    expect(screen.getByText('Amoxicillin 500 mg')).toBeTruthy()
    press('Apply my changes again')
    expect(typed(/^Medicine Name/)).toBe('Amoxicillin 500 mg')
    expect(typed(/^Unit Price/)).toBe('14')
    expect(typed(/^Current Stock/)).toBe('92')
  })

  it.each(['Keep my changes', 'Load the current values'])(
    'loses nothing that is typed while the card is shown: %s',
    async (action) => {
      stubApi(server)
      await meetConflict()
      type(/^Unit Price/, '15')
      type(/^Manufacturer/, 'Lupin')
      press(action)
      if (action !== 'Keep my changes') press('Apply my changes again')
      expect(typed(/^Unit Price/)).toBe('15')
      expect(typed(/^Manufacturer/)).toBe('Lupin')
      expect(typed(/^Current Stock/)).toBe('92')
    },
  )

  it('asks again when it changes a second time', async () => {
    stubApi(server)
    await meetConflict()
    press('Keep my changes')
    shelf.stored = { ...shelf.stored, currentStock: 80, version: shelf.stored.version + 1 }
    save()
    expect(await screen.findByText('Current Stock: 92 →')).toBeTruthy()
    press('Keep my changes')
    save()
    expect(await screen.findByText('Medicine updated successfully')).toBeTruthy()
    expect(shelf.stored).toMatchObject({ name: 'Amoxicillin 500 mg', currentStock: 80 })
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
