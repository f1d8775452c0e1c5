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
  /** Milliseconds a key. */
  speed: number
  /** Milliseconds that every request takes longer. */
  latency: number
  /** How many times slower the machine is. */
  slowdown: number
  /** `minute`: away for the first minute, then back while the typing goes on. */
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

async function setNetwork(devtools: CDPSession, latency: number, offline: boolean): Promise<void> {
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { offline, latency, ...unlimited })
}

/** What a text finds when it is typed slowly: the words of the option that Enter takes then, or null. */
export async function findSlowly(page: Page, text: string): Promise<string | null> {
  await picker(page).fill('')
  await picker(page).pressSequentially(text, { delay: 20 })
  const list = page.getByRole('listbox', { name: 'Medicine' })
  const first = list.getByRole('option', { selected: true })
  await expect(list.or(page.getByText('No medicine found').first())).toBeVisible()
  // A server that is asked for what is typed is given the time to answer for the last key.
  await page.waitForTimeout(process.env.TYPING_AREA ? 1_500 : 50)
  const found = (await list.isVisible()) ? await first.innerText() : null
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveValue('')
  return found
}

function strokesOfAll(sales: readonly Sale[], speed: number, random: Random): Stroke[] {
  return sales.flatMap((sale) => {
    const { first, rest } = keysOf(sale)
    return [
      ...strokesOf(first, sale.isScan ? SCANNER_MS : speed, random),
      ...strokesOf(rest, Math.max(speed, 60), random),
    ].map(
      // Between a hand and a scanner there is a moment: nobody does both at once.
      (stroke, place) =>
        place === 0 ? { ...stroke, after: stroke.after + (sale.isScan ? 120 : 0) } : stroke,
    )
  })
}

/** Types all sales under the conditions, waits until the outbox is empty, and leaves everything as it was. */
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

/** What was recorded and not seen before, as `name × quantity`. */
export async function readRecorded(api: Api, seen: Set<string>): Promise<string[]> {
  const all = await api.get<Stored[]>('/api/transactions?limit=200')
  const fresh = all.filter(({ _id }) => !seen.has(_id))
  for (const { _id } of fresh) seen.add(_id)
  return fresh.map(({ medicineId, quantity }) => `${medicineId?.name} × ${quantity}`)
}

/** Compares what was meant with what was recorded; each counts once. */
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
