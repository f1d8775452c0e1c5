import { createRandom, type Random } from '@mms/service-kit/random'
import type { CDPSession, Page } from '@playwright/test'
import { connectApi } from '../suite/api.ts'
import { numberText, openCounter, payable } from '../suite/bills.ts'
import { AWAY } from '../suite/counter.ts'
import { expect, test } from '../suite/test.ts'
import { type Conditions, findMeanings, strokesOfAll, underConditions } from './counter.ts'
import { isStocked, type Sale, writeScript } from './script.ts'
import { fillStore } from './store.ts'
import { strokesOf, typeStrokes } from './typist.ts'

const MEDICINES = Number(process.env.TYPING_SIZES ?? 10_000)
const BILLS = Number(process.env.TYPING_BILLS ?? 500)
const SEED = Number(process.env.TYPING_SEED ?? 1)
const MOST_LINES = 5

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
  const meanings = await findMeanings(page, medicines, 12, random)
  const texts = [...meanings.keys()]
  const codes = medicines.filter(isStocked).flatMap(({ barcode }) => barcode ?? [])
  for (const medicine of medicines) if (medicine.barcode) meanings.set(medicine.barcode, medicine)
  const meantBy = ({ text, quantity }: Sale) => ({ name: meanings.get(text)?.name ?? text, units: quantity })
  const wrong: string[] = []
  let made = 0
  for (const condition of conditions) {
    const meant: string[] = []
    await underConditions(page, condition, async (devtools) => {
      for (let bill = 0; bill < Math.ceil(BILLS / conditions.length); bill += 1) {
        const lines = writeScript(texts, codes.slice(0, 4), random.int(1, MOST_LINES), random)
        meant.push(contentsOf(lines.map(meantBy)))
        await sell(page, devtools, lines, condition.speed, random)
      }
    })
    await expect(button(page)).toBeVisible()
    await expect(page.getByText(/not sent yet/)).toHaveCount(0, { timeout: 120_000 })
    for (const [at, contents] of meant.entries()) {
      const number = numberText('T', made + at + 1)
      const [bill] = await api.get<{ _id: string }[]>(`/api/bills?search=${number}`)
      const { lines } = await api.get<{ lines: { name: string; units: number }[] }>(`/api/bills/${bill?._id}`)
      const booked = contentsOf(lines)
      if (booked !== contents) wrong.push(`${number}: ${contents} was booked as ${booked}`)
    }
    made += meant.length
    process.stdout.write(`${JSON.stringify(condition)}: ${made} bills, ${wrong.length} wrong\n`)
  }
  const counters = await api.get<{ code: string; last: number; missing: number[] }[]>('/api/bills/counters')
  expect(counters.find(({ code }) => code === 'T')).toMatchObject({ last: made, missing: [] })
  expect(wrong).toEqual([])
})
