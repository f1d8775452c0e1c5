import { MINUTE_MS } from '@mms/contracts'
import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Random } from '@mms/service-kit/random'
import type { CDPSession, Page } from '@playwright/test'
import type { Api } from '../suite/api.ts'
import { expect } from '../suite/test.ts'
import { keysOf, type Sale } from './script.ts'
import { type Stroke, strokesOf, typeStrokes } from './typist.ts'

/** What slows a counter down. */
export interface Conditions {
  speed: number
  /** Extra latency of each request, in ms. */
  latency: number
  /** CPU slowdown factor. */
  slowdown: number
  /** `minute`: offline for the first minute. */
  connection: 'good' | 'offline' | 'flapping' | 'minute'
}

export interface Tally {
  sales: number
  wrong: string[]
  lost: string[]
  doubled: string[]
}

const SCANNER_MS = 20
const FLAP_MS = 700
const SENT_MS = 120_000

export const picker = (page: Page) => page.getByRole('combobox', { name: sales.medicine })

export async function setNetwork(devtools: CDPSession, latency: number, offline: boolean): Promise<void> {
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { offline, latency, ...unlimited })
}

/** Option that Enter takes when the text is typed slowly, or null. */
export async function findSlowly(page: Page, text: string): Promise<string | null> {
  await picker(page).fill('')
  await picker(page).pressSequentially(text, { delay: 20 })
  const list = page.getByRole('listbox', { name: 'Medicine' })
  const first = list.getByRole('option', { selected: true })
  await expect(list.or(page.getByText('No medicine found').first())).toBeVisible()
  // A searching server gets time to answer.
  await page.waitForTimeout(process.env.TYPING_AREA ? 1_500 : 50)
  const found = (await list.isVisible()) ? await first.innerText() : null
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveValue('')
  return found
}

export function strokesOfAll(sales: readonly Sale[], speed: number, random: Random): Stroke[] {
  return sales.flatMap((sale) => {
    const { first, rest } = keysOf(sale)
    return [
      ...strokesOf(first, sale.isScan ? SCANNER_MS : speed, random),
      ...strokesOf(rest, Math.max(speed, 60), random),
    ].map(
      // Nobody types and scans at the same moment.
      (stroke, place) =>
        place === 0 ? { ...stroke, after: stroke.after + (sale.isScan ? 120 : 0) } : stroke,
    )
  })
}

/** Types all sales under the conditions and waits until the outbox is empty. */
export async function sellFast(
  page: Page,
  devtools: CDPSession,
  sales: readonly Sale[],
  conditions: Conditions,
  random: Random,
): Promise<void> {
  const { speed, latency, slowdown, connection } = conditions
  await expect(picker(page)).toBeFocused()
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await setNetwork(devtools, latency, connection === 'offline' || connection === 'minute')
  const back = setTimeout(() => {
    if (connection === 'minute') void setNetwork(devtools, latency, false)
  }, MINUTE_MS)
  let isOffline = false
  const flapping = setInterval(() => {
    if (connection !== 'flapping') return
    isOffline = !isOffline
    void setNetwork(devtools, latency, isOffline)
  }, FLAP_MS)
  await typeStrokes(devtools, strokesOfAll(sales, speed, random))
  clearInterval(flapping)
  clearTimeout(back)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await setNetwork(devtools, 0, false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const open = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('mms.outbox.')).length)
  await expect.poll(open, { timeout: SENT_MS }).toBe(0)
}

interface Stored {
  _id: string
  medicineId: { _id: string; name: string } | null
  quantity: number
}

/** New records as `name × quantity`. */
export async function readRecorded(api: Api, seen: Set<string>): Promise<string[]> {
  const all = await api.get<Stored[]>('/api/transactions?limit=200')
  const fresh = all.filter(({ _id }) => !seen.has(_id))
  for (const { _id } of fresh) seen.add(_id)
  return fresh.map(({ medicineId, quantity }) => `${medicineId?.name} × ${quantity}`)
}

/** Compares intended and recorded sales, each once. */
export function compare(meant: readonly string[], recorded: readonly string[]): Tally {
  const open = [...meant]
  const extra: string[] = []
  for (const one of recorded) {
    const at = open.indexOf(one)
    if (at >= 0) open.splice(at, 1)
    else extra.push(one)
  }
  const doubled = extra.filter((one) => meant.includes(one))
  const wrong = extra.filter((one) => !meant.includes(one))
  return { sales: meant.length, wrong, doubled, lost: open }
}
