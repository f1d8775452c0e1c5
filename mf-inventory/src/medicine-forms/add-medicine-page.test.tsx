import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { press, showPage, type } from '../../test/support.tsx'
import { AddMedicinePage } from './add-medicine-page.tsx'

const showForm = () => showPage(<AddMedicinePage />, { at: '/medicines/add', route: '/medicines/add' })
const noOthers = { 'GET /api/medicines': [], 'GET /api/medicines/composition': { composition: null } }
const posts = (calls: { method: string; body: unknown }[]) => calls.filter(({ method }) => method === 'POST')
const save = () => press('Save Medicine')

function fill() {
  type(/^Medicine Name/, 'Amoxicillin')
  type(/^Category/, 'Antibiotics')
  type(/^Unit Price/, '84.50')
}

beforeEach(() => {
  sessionStorage.clear()
  signInAs('admin')
})

describe('the add form', () => {
  it('has the fields, groups and defaults of the specification', () => {
    stubApi({})
    showForm()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add Medicine')
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Basic Information',
      'Stock & Price',
      'Demand Prediction Factors',
    ])
    expect(screen.getByLabelText(/^Current Stock/)).toHaveProperty('value', '0')
    expect(screen.getByLabelText(/^Minimum Stock Level/)).toHaveProperty('value', '10')
    expect(screen.getByLabelText(/^Unit Price/)).toHaveProperty('value', '0')
    expect(screen.getByLabelText(/^Unit Price/).getAttribute('step')).toBe('0.01')
    expect(screen.getByLabelText('Expiry Date')).toHaveProperty('type', 'text')
    expect(screen.getByLabelText('Manufacturer')).toBeTruthy()
    expect(screen.getByLabelText(/^Category/).querySelectorAll('option')).toHaveLength(13)
  })

  it('reveals the multipliers by their checkbox', () => {
    stubApi({})
    showForm()
    expect(screen.queryByLabelText('Winter')).toBeNull()
    fireEvent.click(screen.getByLabelText('Is demand affected by seasons?'))
    for (const season of ['Winter', 'Spring', 'Summer', 'Fall']) {
      expect(screen.getByLabelText(season)).toHaveProperty('value', '1')
    }
    expect(screen.getByText('1.0 = normal demand, 2.0 = double demand')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Is demand affected by climate?'))
    for (const climate of ['Rainy', 'Dry', 'Cold', 'Hot']) {
      expect(screen.getByLabelText(climate).getAttribute('step')).toBe('0.1')
    }
  })

  it('saves, tells it and goes to the list', async () => {
    const calls = stubApi({ ...noOthers, 'POST /api/medicines': () => Response.json({}, { status: 201 }) })
    const { location } = showForm()
    fill()
    fireEvent.click(screen.getByLabelText('Is demand affected by seasons?'))
    type('Winter', '1.5')
    save()
    expect(await screen.findByText('Medicine added successfully')).toBeTruthy()
    expect(location()).toBe('/medicines')
    expect(posts(calls)[0]?.body).toEqual({
      name: 'Amoxicillin',
      category: 'Antibiotics',
      manufacturer: '',
      composition: null,
      barcode: null,
      currentStock: 0,
      minStockLevel: 10,
      unitPrice: 84.5,
      mrp: null,
      expiryDate: null,
      demandFactors: {
        seasonal: true,
        seasonalTrend: { winter: 1.5, spring: 1, summer: 1, fall: 1 },
        climateDependent: false,
        climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
      },
    })
  })

  it('says Saving... and cannot be sent twice while busy', async () => {
    let answer = (_: Response) => {}
    const calls = stubApi({
      ...noOthers,
      'POST /api/medicines': () => new Promise<Response>((resolve) => (answer = resolve)),
    })
    showForm()
    fill()
    save()
    const busy = await screen.findByRole('button', { name: /Saving\.\.\./ })
    expect(busy).toHaveProperty('disabled', true)
    fireEvent.submit(busy.closest('form') as HTMLFormElement)
    await act(async () => answer(Response.json({}, { status: 201 })))
    expect(await screen.findByText('Medicine added successfully')).toBeTruthy()
    expect(posts(calls)).toHaveLength(1)
  })

  it('names what is wrong beside the fields and sends nothing', async () => {
    const calls = stubApi({})
    showForm()
    type(/^Current Stock/, '-1')
    type(/^Unit Price/, '1.234')
    save()
    expect(await screen.findByText('Medicine Name is required')).toBeTruthy()
    expect(screen.getByText('Category is required')).toBeTruthy()
    expect(screen.getByText('Must be 0 or more')).toBeTruthy()
    expect(screen.getByText('Must have at most 2 decimals')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(/^Medicine Name/))
    expect(calls).toHaveLength(0)
  })

  it('puts the server’s errors beside the fields', async () => {
    stubApi({
      ...noOthers,
      'POST /api/medicines': () =>
        problem(400, 'The request is not valid', { errors: { name: 'is taken already' } }),
    })
    showForm()
    fill()
    save()
    expect(await screen.findByText('Medicine Name is taken already')).toBeTruthy()
    expect(screen.getByText('Please correct the marked fields')).toBeTruthy()
    expect(screen.queryByText('The request is not valid')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText(/^Medicine Name/))
  })

  it.each([
    [() => problem(403, 'Administrators only'), 'Administrators only', /^Nothing you typed is lost/],
    [() => new Response('', { status: 502 }), 'Failed to save medicine', /^Error 502: Something went wrong/],
    [
      () => {
        throw new TypeError('Failed to fetch')
      },
      'Failed to save medicine',
      /^Network error: Unable to connect to the server\. Please check if the backend is running\./,
    ],
  ])('keeps everything typed when saving fails (%#)', async (answer, card, reason) => {
    stubApi({ ...noOthers, 'POST /api/medicines': answer })
    const { location } = showForm()
    fill()
    save()
    expect(await screen.findAllByText(card)).toHaveLength(1)
    expect(screen.getByText(reason)).toBeTruthy()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByLabelText(/^Medicine Name/)).toHaveProperty('value', 'Amoxicillin')
    expect(screen.getByLabelText(/^Unit Price/)).toHaveProperty('value', '84.50')
    expect(screen.getByRole('button', { name: 'Save Medicine' })).toHaveProperty('disabled', false)
    expect(location()).toBe('/medicines/add')
    fireEvent.change(screen.getByLabelText(/^Medicine Name/), { target: { value: 'Amoxicillin 500' } })
    await expect.poll(() => screen.queryByText(card)).toBeNull()
  })

  it('is not shown to who may not add', () => {
    signInAs('staff')
    stubApi({})
    showForm()
    expect(screen.getByText('Only an administrator can add medicines')).toBeTruthy()
    expect(screen.queryByLabelText(/^Medicine Name/)).toBeNull()
  })
})

describe('leaving', () => {
  const cancel = () => fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))

  it('is free while nothing was typed', () => {
    stubApi(noOthers)
    const { location } = showForm()
    cancel()
    expect(location()).toBe('/medicines')
  })

  it('asks when something would be lost, and keeps it on Keep editing', async () => {
    stubApi(noOthers)
    const { location } = showForm()
    fill()
    cancel()
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
    press('Keep editing')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(location()).toBe('/medicines/add')
    expect(screen.getByLabelText(/^Medicine Name/)).toHaveProperty('value', 'Amoxicillin')
  })

  it('leaves when told so', async () => {
    stubApi(noOthers)
    const { location } = showForm()
    fill()
    cancel()
    press('Leave without saving')
    await expect.poll(location).toBe('/medicines')
  })

  it('lets the browser ask before the tab is closed, only when something would be lost', () => {
    stubApi(noOthers)
    showForm()
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(close()).toBe(false)
    fill()
    expect(close()).toBe(true)
  })
})
