import { MINUTE_MS } from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'
import type { CDPSession, Page } from '@playwright/test'
import type { Api } from '../suite/api.ts'
import { picker } from '../suite/counter.ts'
import { expect } from '../suite/test.ts'
import { findTexts, type Listed, type Sale } from './script.ts'
import { type Stroke, strokesOf } from './typist.ts'

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

/** Option that Enter takes when the text is typed slowly, or null. */
async function findSlowly(page: Page, text: string): Promise<string | null> {
  await picker(page).fill('')
  await picker(page).pressSequentially(text, { delay: 20 })
  const list = page.getByRole('listbox', { name: 'Medicine' })
  const first = list.getByRole('option', { selected: true })
  await expect(list.or(page.getByText('No medicine found').first())).toBeVisible()
  // A searching server gets time to answer.
  await page.waitForTimeout(process.env.TYPING_AREA ? 1_500 : 50)
  const found = (await list.isVisible()) ? await first.innerText() : null
  for (const _ of [1, 2]) await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveValue('')
  return found
}

/** Texts with the medicine that each finds when it is typed slowly. */
export async function findMeanings(
  page: Page,
  medicines: readonly Listed[],
  count: number,
  random: Random,
): Promise<Map<string, Listed>> {
  const meanings = new Map<string, Listed>()
  for (const text of findTexts(medicines, count, random)) {
    const found = await findSlowly(page, text)
    const named = medicines.filter(({ name }) => found?.startsWith(name))
    const [medicine] = named.sort((a, b) => b.name.length - a.name.length)
    if (medicine) meanings.set(text, medicine)
  }
  return meanings
}

/** Keys of a sale: text, Enter, quantity if not one, Enter. */
function strokesOfSale({ text, quantity, isScan }: Sale, speed: number, random: Random): Stroke[] {
  const rest = [...(quantity === 1 ? [] : String(quantity)), 'Enter']
  const [first, ...others] = [
    ...strokesOf([...text, 'Enter'], isScan ? SCANNER_MS : speed, random),
    ...strokesOf(rest, Math.max(speed, 60), random),
  ] as [Stroke, ...Stroke[]]
  // A person does not type while scanning.
  return [{ ...first, after: first.after + (isScan ? 120 : 0) }, ...others]
}

export const strokesOfAll = (sales: readonly Sale[], speed: number, random: Random): Stroke[] =>
  sales.flatMap((sale) => strokesOfSale(sale, speed, random))

/** Works under these conditions, and restores good ones. */
export async function underConditions(
  page: Page,
  { latency, slowdown, connection }: Conditions,
  work: (devtools: CDPSession) => Promise<void>,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  const setNetwork = (offline: boolean, ms = latency) =>
    devtools.send('Network.emulateNetworkConditions', { offline, latency: ms, ...unlimited })
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let isOffline = connection === 'offline' || connection === 'minute'
  await setNetwork(isOffline)
  const back = setTimeout(() => connection === 'minute' && void setNetwork(false), MINUTE_MS)
  const flapping = setInterval(() => {
    if (connection !== 'flapping') return
    isOffline = !isOffline
    void setNetwork(isOffline)
  }, FLAP_MS)
  await work(devtools)
  clearInterval(flapping)
  clearTimeout(back)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await setNetwork(false, 0)
  await devtools.detach()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** Waits until the outbox is empty. */
export async function untilSent(page: Page): Promise<void> {
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
