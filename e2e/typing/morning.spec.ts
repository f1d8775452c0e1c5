import { loadavg } from 'node:os'
import type { Transaction } from '@mms/contracts'
import { createRandom } from '@mms/service-kit/random'
import type { Page } from '@playwright/test'
import { type Api, connectApi } from '../suite/api.ts'
import { AWAY, picker } from '../suite/counter.ts'
import { expect, signIn, test } from '../suite/test.ts'
import { compare, findMeanings, readRecorded, untilSent } from './counter.ts'
import type { Listed } from './script.ts'
import { fillStore } from './store.ts'
import { connectKeyboard } from './typist.ts'

const SALES = 50
/** Sales between which the connection is down. */
const [PULLED, MENDED] = [20, 35]
const LINES = 10
const MISTAKES = 5
/** A practised typist. */
const KEY_MS = 120

interface Stored {
  _id: string
  name: string
  currentStock: number
  unitPrice: number
  expiryDate: string
}

type Meaning = ReadonlyMap<string, Listed>

/** Expected units by name. */
type Shelf = Map<string, number>

const stopwatch = () => {
  const begun = Date.now()
  return () => ((Date.now() - begun) / 1_000).toFixed(1)
}
const say = (line: string) => process.stdout.write(`${line} · load ${loadavg()[0]?.toFixed(1)}\n`)
const take = (shelf: Shelf, name: string, units: number) =>
  void shelf.set(name, (shelf.get(name) ?? 0) + units)

type Hand = (...all: string[]) => Promise<void>

async function openMorning(page: Page, api: Api) {
  const medicines = await fillStore(api, 1_000)
  await signIn(page)
  await page.goto('/sales')
  await expect(picker(page)).toBeFocused()
  const meaning = await findMeanings(page, medicines, 16, createRandom(7))
  const stock = new Map(
    (await api.get<Stored[]>('/api/medicines')).map(({ name, currentStock }) => [name, currentStock]),
  )
  return { meaning, shelf: stock, seen: new Set<string>() }
}

/** Fifty sales by keyboard, some offline. */
async function sellFifty(page: Page, type: Hand, meaning: Meaning, shelf: Shelf): Promise<string[]> {
  const random = createRandom(50)
  const meant: string[] = []
  for (let sale = 0; sale < SALES; sale += 1) {
    if (sale === PULLED) await page.context().setOffline(true)
    if (sale === MENDED) await page.context().setOffline(false)
    const text = random.pick([...meaning.keys()])
    const { name } = meaning.get(text) as Listed
    const quantity = random.int(1, 12)
    await type(text, 'Enter', ...(quantity === 1 ? [] : [String(quantity)]), 'Enter')
    take(shelf, name, -quantity)
    meant.push(`${name} × ${quantity}`)
  }
  return meant
}

interface Line {
  name: string
  price: number
  expiry: string
}

/** A delivery with quantities, prices and dates near the usual. */
async function takeDelivery(type: Hand, meaning: Meaning, shelf: Shelf): Promise<Line[]> {
  await type('F4')
  const lines: Line[] = []
  const year = new Date().getFullYear()
  for (const [at, [text, { name, unitPrice }]] of [...meaning].slice(0, LINES).entries()) {
    const price = unitPrice + 0.5
    const until = String(year + 1 + (at % 5))
    await type(text, 'Enter', String(100 + at), 'Tab', 'Tab', `dm${at}`, 'Tab')
    // The same in browsers with day first and month first.
    await type('12', '12', until, 'Tab', String(price), 'Enter')
    take(shelf, name, 100 + at)
    lines.push({ name, price, expiry: `${until}-12-12` })
  }
  await type('F2')
  return lines
}

/** Wrong sales undone by one key, recorded or not. */
async function makeMistakes(page: Page, api: Api, type: Hand, meaning: Meaning): Promise<void> {
  for (const [text, { name }] of [...meaning].slice(-MISTAKES)) {
    await type(text, 'Enter', '3', 'Enter')
    await page.keyboard.press('Alt+z')
    const last = async () => (await api.get<Transaction[]>('/api/transactions?limit=1'))[0]
    await expect.poll(last).toMatchObject({ reverses: expect.any(String), medicineId: { name }, quantity: 3 })
  }
}

test('a morning: fifty sales, the line pulled out, a delivery of ten, five mistakes', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(AWAY)
  const api = await connectApi(suite)
  const { meaning, shelf, seen } = await openMorning(page, api)
  const selling = stopwatch()
  const keyboard = await connectKeyboard(page)
  const type: Hand = (...words) => keyboard(KEY_MS, ...words)
  const meant = await sellFifty(page, type, meaning, shelf)
  say(`fifty sales typed in ${selling()} s at ${KEY_MS} ms a key`)
  await untilSent(page)
  say(`all of them recorded after ${selling()} s`)
  expect(compare(meant, await readRecorded(api, seen))).toMatchObject({ wrong: [], lost: [], doubled: [] })

  const receiving = stopwatch()
  const lines = await takeDelivery(type, meaning, shelf)
  await untilSent(page)
  say(`a delivery of ten lines in ${receiving()} s`)

  const undoing = stopwatch()
  await makeMistakes(page, api, type, meaning)
  await untilSent(page)
  say(`five mistakes made and undone in ${undoing()} s`)

  const after = await api.get<Stored[]>('/api/medicines')
  expect(new Map(after.map(({ name, currentStock }) => [name, currentStock]))).toEqual(shelf)
  for (const { name, price, expiry } of lines) {
    const found = after.find((medicine) => medicine.name === name)
    expect(found).toMatchObject({ unitPrice: price, expiryDate: expiry })
  }
})
