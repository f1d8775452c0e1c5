import { act, createEvent, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { bodies, build, form, frames, openSales, posts, type } from '../../test/support.tsx'

type OnScan = (code: string) => void
const scanner = vi.hoisted(() => ({ scan: undefined as unknown as OnScan }))

/** A browser's keys are trusted and a test's are not: what the scanner is heard to say comes from the test. */
vi.mock('../scanner/use-scanner.ts', () => ({
  useScanner: ({ onScan }: { onScan: OnScan }) => {
    scanner.scan = onScan
  },
}))

it('a scan records no sale that is asked about, and says no yes', async () => {
  const codes = ['8901234567894', '8901234567900']
  const medicines = ['Dolo 650', 'Zinc'].map((name, index) =>
    build.medicine({ name, currentStock: 40, barcode: codes[index] ?? null }),
  )
  const { calls } = openSales(medicines)
  await act(async () => form.picker().click())
  await screen.findByRole('option', { name: /Zinc/ })
  const scan = (index: number) => act(async () => scanner.scan(codes[index] ?? ''))
  await scan(0)
  await expect.poll(() => form.picker().value).toBe('Dolo 650')
  type(form.field(/^Quantity/), '41')
  for (let count = 0; count < 3; count += 1) {
    await scan(1)
    expect(screen.getByRole('alert').textContent).toBe('Only 40 in stock. Press Enter again to record 41')
    expect(form.picker().value).toBe('Dolo 650')
    await frames()
  }
  expect(posts(calls)).toEqual([])
  form.enter()
  await expect.poll(() => posts(calls).length).toBe(1)
  await scan(1)
  expect(form.picker().value).toBe('Zinc')
})

describe('a pack that may not be sold', () => {
  const GTIN = '8901234500279'
  const pack = (date: string, batch: string) => `]d2010${GTIN}17${date}10${batch}`

  async function scanOf(code: string) {
    const medicines = [build.medicine({ name: 'Dolo 650', currentStock: 40, barcode: GTIN })]
    const batches = [
      build.batch({ number: 'GOOD', stock: 10 }),
      build.batch({ number: 'LATER', stock: 10, expiryDate: '2098-01-31' }),
      build.batch({ number: 'H', stock: 10, status: 'recalled' }),
      build.batch({ number: 'OLD', stock: 10, expiryDate: '2020-01-31' }),
    ]
    const { calls } = openSales(medicines, {
      'GET /api/medicines/:id/batches': batches,
    })
    await act(async () => form.picker().click())
    await screen.findByRole('option', { name: /Dolo/ })
    await act(async () => scanner.scan(code))
    return calls
  }

  it('because it has expired is not sold in the name of a good batch', async () => {
    const calls = await scanOf(pack('200131', 'OLD'))
    await screen.findByText(/^This pack of Dolo 650 expired on/)
    await screen.findByText('Batch OLD. Put it aside. Nothing was recorded.')
    expect(form.picker().value).toBe('')
    form.enter()
    await frames()
    expect(posts(calls)).toEqual([])
  })

  it('whose serial number may be in its batch number is asked about, once for its batch', async () => {
    const calls = await scanOf(`]d2010${GTIN}10GOOD21SERIAL`)
    const scanNext = (serial: string) => act(async () => scanner.scan(`]d2010${GTIN}10GOOD21${serial}`))
    screen.getByRole('alertdialog', { name: 'Which is the batch number?' })
    expect(form.picker().value).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(form.picker().value).toBe('')
    await scanNext('SERIAL')
    screen.getByRole('button', { name: 'GOOD21SERIAL' })
    fireEvent.click(screen.getByRole('button', { name: 'GOOD' }))
    expect(form.picker().value).toBe('Dolo 650')
    expect(document.activeElement).toBe(form.field(/^Quantity/))
    await scanNext('OTHER')
    expect(form.field(/^Quantity/).value).toBe('2')
    form.enter()
    await expect
      .poll(bodies(calls))
      .toMatchObject([{ quantity: 2, batch: { number: 'GOOD', scanned: true } }])
  })

  it.each([
    ['is on hold', pack('451231', 'H'), 'Batch H of Dolo 650 is on hold'],
    ['has expired, which its code does not say', `]d2010${GTIN}10OLD`, /^Batch OLD of Dolo 650 expired on/],
  ])('because its batch %s leaves the form again', async (_, code, said) => {
    const calls = await scanOf(code)
    await screen.findByText(said)
    await expect.poll(() => form.picker().value).toBe('')
    form.enter()
    await frames()
    expect(posts(calls)).toEqual([])
  })

  it('is not one more of a sale of good ones, which is recorded without it', async () => {
    const calls = await scanOf(pack('451231', 'GOOD'))
    await act(async () => scanner.scan(pack('451231', 'GOOD')))
    await expect.poll(() => form.field(/^Quantity/).value).toBe('2')
    await act(async () => scanner.scan(pack('451231', 'H')))
    await screen.findByText('Batch H of Dolo 650 is on hold')
    await expect.poll(() => form.picker().value).toBe('')
    expect(posts(calls).map(({ body }) => body)).toMatchObject([{ quantity: 2 }])
  })

  it('of another batch than the one before is a sale of its own', async () => {
    const calls = await scanOf(pack('451231', 'GOOD'))
    await act(async () => scanner.scan(pack('451231', 'LATER')))
    await expect.poll(bodies(calls)).toMatchObject([{ quantity: 1 }])
    await expect.poll(() => form.field(/^Quantity/).value).toBe('1')
    form.enter()
    await expect
      .poll(() => posts(calls).at(-1)?.body)
      .toMatchObject({ quantity: 1, batch: { number: 'LATER' } })
  })

  it('because it has expired is not sold when its return is made a sale', async () => {
    const calls = await scanOf(pack('451231', 'GOOD'))
    fireEvent.keyDown(form.picker(), { key: 'Escape' })
    form.chooseType('Return')
    await act(async () => scanner.scan(pack('200131', 'OLD')))
    expect(form.picker().value).toBe('Dolo 650')
    fireEvent.keyDown(form.picker(), { key: 'F2' })
    await screen.findByText(/^Batch OLD\. Put it aside/)
    await expect.poll(() => form.picker().value).toBe('')
    expect(posts(calls)).toEqual([])
  })
})

describe('a code that came slowly', () => {
  const codes = ['8901234567890', '8901234500279']
  const press = (element: HTMLElement, key: string, at = 1) => {
    const event = createEvent.keyDown(element, { key })
    Object.defineProperty(event, 'timeStamp', { value: at })
    return fireEvent(element, event)
  }
  const typeSlowly = (element: HTMLInputElement, text: string) => {
    let typed = ''
    for (const key of text) {
      press(element, key)
      typed += key
      type(element, typed)
    }
    return press(element, 'Enter')
  }
  const begin = async () => {
    const medicines = ['Dolo 650', 'Zinc'].map((name, at) =>
      build.medicine({ name, currentStock: 40, barcode: codes[at] ?? null }),
    )
    const { calls } = openSales(medicines)
    await act(async () => form.picker().click())
    await screen.findByRole('option', { name: /Zinc/ })
    return calls
  }

  it('into the picker is a scan', async () => {
    await begin()
    typeSlowly(form.picker(), `010${codes[0]}17451231`)
    expect(form.picker().value).toBe('Dolo 650')
    expect(form.field(/^Quantity/).value).toBe('1')
    // The scanner's second Enter.
    expect(press(form.field(/^Quantity/), 'Enter', 99)).toBe(false)
    expect(press(form.field(/^Quantity/), 'Enter', 201)).toBe(true)
  })

  it('into Quantity is a scan, and leaves the quantity that was there', async () => {
    const calls = await begin()
    await act(async () => scanner.scan(codes[0] ?? ''))
    type(form.field(/^Quantity/), '7')
    expect(typeSlowly(form.field(/^Quantity/), codes[1] ?? '')).toBe(false)
    expect(form.picker().value).toBe('Zinc')
    await expect.poll(bodies(calls)).toMatchObject([{ quantity: 7 }])
  })
})
