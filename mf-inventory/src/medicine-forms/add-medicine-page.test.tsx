import { type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openAdd, showAdd } from '../../test/forms.tsx'
import { press, type } from '../../test/support.tsx'

const posts = (calls: StubbedCall[]) => calls.filter(({ method }) => method === 'POST')
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
    openAdd()
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
    openAdd()
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

  it('saves by Ctrl+S, once', async () => {
    const { calls } = openAdd()
    fill()
    for (const key of ['s', 's']) fireEvent.keyDown(document.body, { key, ctrlKey: true })
    await screen.findByText('Medicine added successfully')
    expect(posts(calls)).toHaveLength(1)
  })

  it('saves, tells it and goes to the list', async () => {
    const { calls, location } = openAdd()
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
})

describe('leaving', () => {
  const cancel = () => fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))

  it('is asked about, by the browser too, only when something would be lost', async () => {
    const { location } = openAdd()
    const isAskedByBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isAskedByBrowser()).toBe(false)
    fill()
    expect(isAskedByBrowser()).toBe(true)
    cancel()
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
    press('Keep editing')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(location()).toBe('/medicines/add')
    expect(screen.getByLabelText(/^Medicine Name/)).toHaveProperty('value', 'Amoxicillin')
    cancel()
    press('Leave without saving')
    await expect.poll(location).toBe('/medicines')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Amoxicillin')
  })
})

describe('the Idempotency-Key', () => {
  const pressSave = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save Medicine' }))
  const saveAs = (name: string) => {
    fill()
    type(/^Medicine Name/, name)
    return pressSave()
  }
  /** Opens the form, and loses the answers to the first `lost` tries. */
  const open = (lost: number) => {
    const answer = () => {
      if (posts(calls).length <= lost) throw new TypeError('Failed to fetch')
      return Response.json({}, { status: 201 })
    }
    const { calls } = openAdd({ 'POST /api/medicines': answer })
    return () => posts(calls).map(({ headers }) => headers.get('idempotency-key'))
  }
  const reload = () => {
    cleanup()
    showAdd()
  }

  it('is the same again when the answer was lost, and after a reload', async () => {
    const keys = open(2)
    await saveAs('Amoxicillin')
    await screen.findByText('Failed to save medicine')
    await pressSave()
    await expect.poll(() => keys().length).toBe(2)
    reload()
    await screen.findByDisplayValue('Amoxicillin')
    await pressSave()
    await screen.findByText('Medicine added successfully')
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
    expect(keys()[0]).toMatch(/^[\w-]{16,64}$/)
  })

  it('is another one once what was restored is discarded', async () => {
    const keys = open(1)
    await saveAs('Amoxicillin')
    await screen.findByText('Failed to save medicine')
    reload()
    press('Discard them')
    await saveAs('Azithromycin')
    await screen.findByText('Medicine added successfully')
    expect(new Set(keys()).size).toBe(2)
  })
})
