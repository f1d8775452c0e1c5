import { createRandom, type Random } from '@mms/service-kit/random'
import type { CDPSession, Page } from '@playwright/test'
import { connectApi } from '../suite/api.ts'
import { openCounter, payable } from '../suite/bills.ts'
import { expect, test } from '../suite/test.ts'
import { type Conditions, findSlowly, setNetwork, strokesOfAll } from './counter.ts'
import { findTexts, isStocked, type Sale, writeScript } from './script.ts'
import { nameIn } from './session.ts'
import { fillStore } from './store.ts'
import { strokesOf, typeStrokes } from './typist.ts'

const AWAY = /ERR_INTERNET|ERR_FAILED|ERR_NETWORK|Failed to load resource|Failed to fetch/
const MEDICINES = Number(process.env.TYPING_SIZES ?? 10_000)
const BILLS = Number(process.env.TYPING_BILLS ?? 500)
const SEED = Number(process.env.TYPING_SEED ?? 1)
const MOST_LINES = 5
const FLAP_MS = 700

const conditions: Conditions[] = [60, 120].flatMap((speed) => [
  ...[0, 100, 400].flatMap((latency) =>
    [1, 6].map((slowdown): Conditions => ({ speed, latency, slowdown, connection: 'good' })),
  ),
  { speed, latency: 100, slowdown: 1, connection: 'offline' },
  { speed, latency: 100, slowdown: 1, connection: 'flapping' },
])

const button = (page: Page) => page.getByRole('button', { name: /\(Enter\)$/ })

/** Units by medicine, as text. */
function contentsOf(lines: readonly { name: string; units: number }[]): string {
  const units = new Map<string, number>()
  for (const line of lines) units.set(line.name, (units.get(line.name) ?? 0) + line.units)
  return [...units]
    .map(([name, count]) => `${count} × ${name}`)
    .toSorted()
    .join(', ')
}

/** Types lines without a look at the page, and waits only before the payment. */
async function sell(page: Page, devtools: CDPSession, lines: Sale[], speed: number, random: Random) {
  await typeStrokes(devtools, strokesOfAll(lines, speed, random))
  await expect(button(page)).toBeEnabled()
  await expect(payable(page)).not.toHaveText('₹0.00')
  await typeStrokes(devtools, strokesOf(['+', 'Enter'], speed, random))
}

test(`${BILLS} bills at a counter of ${MEDICINES} medicines`, async ({ page, suite, troubles }) => {
  troubles.allow(AWAY)
  const api = await connectApi(suite)
  const medicines = await fillStore(api, MEDICINES)
  await openCounter(page, 'T', false)
  const random = createRandom(SEED)
  const meaning = new Map<string, string>()
  for (const text of findTexts(medicines, 12, random)) {
    const found = await findSlowly(page, text)
    if (found !== null) meaning.set(text, nameIn(found, medicines))
  }
  const texts = [...meaning.keys()]
  const codes = medicines.filter(isStocked).flatMap(({ barcode }) => barcode ?? [])
  for (const { name, barcode } of medicines) if (barcode) meaning.set(barcode, name)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const wrong: string[] = []
  let made = 0
  for (const { speed, latency, slowdown, connection } of conditions) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await setNetwork(devtools, latency, connection === 'offline')
    let isOffline = false
    const flapping = setInterval(() => {
      if (connection !== 'flapping') return
      isOffline = !isOffline
      void setNetwork(devtools, latency, isOffline)
    }, FLAP_MS)
    const meant: string[] = []
    for (let bill = 0; bill < Math.ceil(BILLS / conditions.length); bill += 1) {
      const lines = writeScript(texts, codes.slice(0, 4), random.int(1, MOST_LINES), random)
      meant.push(
        contentsOf(lines.map(({ text, quantity }) => ({ name: meaning.get(text) ?? text, units: quantity }))),
      )
      await sell(page, devtools, lines, speed, random)
    }
    clearInterval(flapping)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await setNetwork(devtools, 0, false)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(button(page)).toBeVisible()
    await expect(page.getByText(/not sent yet/)).toHaveCount(0, { timeout: 120_000 })
    for (const [at, contents] of meant.entries()) {
      const number = `T/26-27/${String(made + at + 1).padStart(6, '0')}`
      const [bill] = await api.get<{ _id: string }[]>(`/api/bills?search=${number}`)
      const { lines } = await api.get<{ lines: { name: string; units: number }[] }>(`/api/bills/${bill?._id}`)
      const booked = contentsOf(lines)
      if (booked !== contents) wrong.push(`${number}: ${contents} was booked as ${booked}`)
    }
    made += meant.length
    const words = JSON.stringify({ speed, latency, slowdown, connection })
    process.stdout.write(`${words}: ${made} bills, ${wrong.length} wrong\n`)
  }
  const counters = await api.get<{ code: string; last: number; missing: number[] }[]>('/api/bills/counters')
  expect(counters.find(({ code }) => code === 'T')).toMatchObject({ last: made, missing: [] })
  expect(wrong).toEqual([])
})
