import { problem } from '@mms/sdk/test-support'
import { act, createEvent, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  asked,
  BATCHES,
  bodies,
  build,
  form,
  frames,
  openSales,
  posts,
  type Stubs,
  type,
} from '../../test/support.tsx'

type OnScan = (code: string) => void
const scanner = vi.hoisted(() => ({ scan: undefined as unknown as OnScan }))

/** A browser's keys are trusted and a test's are not: what the scanner is heard to say comes from the test. */
vi.mock('../scanner/use-scanner.ts', () => ({
  useScanner: ({ onScan }: { onScan: OnScan }) => {
    scanner.scan = onScan
  },
}))

const GTIN = '8901234500279'
const ZINC = '8901234567890'
const pack = (date: string, batch: string) => `]d2010${GTIN}17${date}10${batch}`
const GOOD = pack('451231', 'GOOD')
const RR1 = pack('451231', 'rr1')
const rr1 = { number: 'RR1', expiryDate: '2045-12-31', scanned: true }
const batchOf = (number: string, parts: Parameters<typeof build.batch>[0] = {}) =>
  build.batch({ number, stock: 10, ...parts })
const good = () => [batchOf('GOOD'), batchOf('LATER', { expiryDate: '2098-01-31' })]
const bad = () => [batchOf('H', { status: 'recalled' }), batchOf('OLD', { expiryDate: '2020-01-31' })]

async function open(batches: Stubs[string] = [...good(), ...bad()], more: Stubs = {}) {
  const medicines = [
    build.medicine({ name: 'Dolo 650', currentStock: 40, barcode: GTIN }),
    build.medicine({ name: 'Zinc', currentStock: 40, barcode: ZINC }),
  ]
  const { calls } = openSales(medicines, { [BATCHES]: batches, ...more })
  await act(async () => form.picker().click())
  await screen.findByRole('option', { name: /Zinc/ })
  return calls
}
const scan = (code: string) => act(async () => scanner.scan(code))
const quantity = () => form.field(/^Quantity/)
const picked = () => form.picker().value

it('a scan records no sale that is asked about, and says no yes', async () => {
  const calls = await open([])
  await scan(GTIN)
  await expect.poll(picked).toBe('Dolo 650')
  type(quantity(), '41')
  for (let count = 0; count < 3; count += 1) {
    await scan(ZINC)
    expect(asked()).toBe('Only 40 in stock. Press Enter again to record 41')
    expect(picked()).toBe('Dolo 650')
    await frames()
  }
  expect(posts(calls)).toEqual([])
  form.enter()
  await expect.poll(() => posts(calls).length).toBe(1)
  await scan(ZINC)
  expect(picked()).toBe('Zinc')
})

describe('a pack that may not be sold', () => {
  /** Nothing is in the form, nor is anything recorded by Enter. */
  async function expectNothing(calls: Awaited<ReturnType<typeof open>>) {
    await expect.poll(picked).toBe('')
    await form.enterTimes(1)
    expect(posts(calls)).toEqual([])
  }

  it('because it has expired is not sold in the name of a good batch', async () => {
    const calls = await open()
    await scan(pack('200131', 'OLD'))
    await screen.findByText(/^This pack of Dolo 650 expired on/)
    await screen.findByText('Batch OLD. Put it aside. Nothing was recorded.')
    expect(picked()).toBe('')
    await expectNothing(calls)
  })

  it.each([
    ['is on hold', pack('451231', 'H'), 'Batch H of Dolo 650 is on hold'],
    ['has expired, which its code does not say', `]d2010${GTIN}10OLD`, /^Batch OLD of Dolo 650 expired on/],
  ])('because its batch %s leaves the form again', async (_, code, said) => {
    const calls = await open()
    await scan(code)
    await screen.findByText(said)
    await expectNothing(calls)
  })

  it('whose serial number may be in its batch number is asked about, once for its batch', async () => {
    const calls = await open()
    const scanSerial = (serial: string) => scan(`]d2010${GTIN}10GOOD21${serial}`)
    await scanSerial('SERIAL')
    screen.getByRole('alertdialog', { name: 'Which is the batch number?' })
    expect(picked()).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(picked()).toBe('')
    await scanSerial('SERIAL')
    screen.getByRole('button', { name: 'GOOD21SERIAL' })
    fireEvent.click(screen.getByRole('button', { name: 'GOOD' }))
    expect(picked()).toBe('Dolo 650')
    expect(document.activeElement).toBe(quantity())
    await scanSerial('OTHER')
    expect(quantity().value).toBe('2')
    form.enter()
    const batch = { number: 'GOOD', scanned: true }
    await expect.poll(bodies(calls)).toMatchObject([{ quantity: 2, batch }])
  })

  it('is not one more of a sale of good ones, which is recorded without it', async () => {
    const calls = await open()
    await scan(GOOD)
    await scan(GOOD)
    await expect.poll(() => quantity().value).toBe('2')
    await scan(pack('451231', 'H'))
    await screen.findByText('Batch H of Dolo 650 is on hold')
    await expect.poll(picked).toBe('')
    expect(bodies(calls)()).toMatchObject([{ quantity: 2 }])
  })

  it('because it has expired is not sold when its return is made a sale', async () => {
    const calls = await open()
    await scan(GOOD)
    fireEvent.keyDown(form.picker(), { key: 'Escape' })
    form.chooseType('Return')
    await scan(pack('200131', 'OLD'))
    expect(picked()).toBe('Dolo 650')
    fireEvent.keyDown(form.picker(), { key: 'F2' })
    await screen.findByText(/^Batch OLD\. Put it aside/)
    await expect.poll(picked).toBe('')
    expect(posts(calls)).toEqual([])
  })
})

describe('a code that came slowly', () => {
  const press = (element: HTMLElement, key: string, at = 1) => {
    const event = createEvent.keyDown(element, { key })
    Object.defineProperty(event, 'timeStamp', { value: at })
    return fireEvent(element, event)
  }
  const typeSlowly = (element: HTMLInputElement, text: string) => {
    for (const [at, key] of [...text].entries()) {
      press(element, key)
      type(element, text.slice(0, at + 1))
    }
    return press(element, 'Enter')
  }

  it('into the picker is a scan', async () => {
    await open([])
    typeSlowly(form.picker(), `010${GTIN}17451231`)
    expect(picked()).toBe('Dolo 650')
    expect(quantity().value).toBe('1')
    // The scanner's second Enter.
    expect(press(quantity(), 'Enter', 99)).toBe(false)
    expect(press(quantity(), 'Enter', 201)).toBe(true)
  })

  it('into Quantity is a scan, and leaves the quantity that was there', async () => {
    const calls = await open([])
    await scan(GTIN)
    type(quantity(), '7')
    expect(typeSlowly(quantity(), ZINC)).toBe(false)
    expect(picked()).toBe('Zinc')
    await expect.poll(bodies(calls)).toMatchObject([{ quantity: 7 }])
  })
})

describe('a pack that was scanned', () => {
  it('under another batch than the one before is a sale of its own', async () => {
    const calls = await open(good())
    await scan(GOOD)
    await scan(pack('451231', 'LATER'))
    await expect.poll(bodies(calls)).toMatchObject([{ quantity: 1 }])
    await expect.poll(() => quantity().value).toBe('1')
    form.enter()
    await expect.poll(bodies(calls)).toMatchObject([{}, { quantity: 1, batch: { number: 'LATER' } }])
  })

  it.each([
    ['F8', { type: 'return' }],
    ['F10', { type: 'adjustment', direction: 'increase' }],
  ])('under %s names its batch', async (key, what) => {
    const calls = await open(good())
    fireEvent.keyDown(form.picker(), { key })
    await scan(RR1)
    type(form.field(/^Note/), 'broken')
    form.enter()
    await expect.poll(bodies(calls)).toMatchObject([{ ...what, batch: rr1 }])
  })

  it('for a sale names its batch when that is made a return', async () => {
    const calls = await open(good())
    await scan(RR1)
    form.chooseType('Return')
    form.enter()
    await expect.poll(bodies(calls)).toMatchObject([{ type: 'return', batch: rr1 }])
  })

  it.each([
    ['when the batches cannot be read', () => new Response('{}', { status: 500 })],
    ['of a batch that the form does not know', good()],
    ['of the batch that expires first', [batchOf('RR1'), ...good()]],
  ])('for a sale %s names its batch', async (_, batches) => {
    const calls = await open(batches)
    await scan(RR1)
    form.enter()
    await expect.poll(bodies(calls)).toMatchObject([{ type: 'sale', batch: rr1 }])
  })

  it('gives way to a batch that is chosen by hand after it', async () => {
    const calls = await open(good())
    await scan(GOOD)
    type(await screen.findByLabelText(/^Batch/), 'LATER')
    type(form.field(/^Reason for This Batch/), 'GOOD is wet')
    form.enter()
    await expect.poll(() => posts(calls).length).toBe(1)
    expect(posts(calls)[0]?.body).toHaveProperty('batch', { number: 'LATER', reason: 'GOOD is wet' })
  })

  it('gives way to a medicine that is picked by hand after it, which names no batch', async () => {
    const calls = await open(good())
    await scan(RR1)
    fireEvent.keyDown(form.picker(), { key: 'Escape' })
    await form.choose('Dolo')
    form.enter()
    await expect.poll(() => posts(calls).length).toBe(1)
    expect(posts(calls)[0]?.body).not.toHaveProperty('batch')
  })

  it('and whose sale is refused stands in the form with its batch', async () => {
    const held = () => problem(409, 'Batch RR1 of Dolo 650 is on hold and cannot be sold')
    const calls = await open([], { 'POST /api/transactions': held })
    await scan(RR1)
    form.enter()
    await screen.findByText(/^Not recorded: Batch RR1 of Dolo 650 is on hold/)
    form.enter()
    await expect.poll(bodies(calls)).toMatchObject([{ batch: rr1 }, { batch: rr1 }])
  })
})
