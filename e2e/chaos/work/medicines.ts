import { setTimeout as delay } from 'node:timers/promises'
import { type CreateMedicine, DAY_MS, type Medicine } from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'
import type { Stage } from '../stage/stage.ts'
import type { Report } from '../violations.ts'
import { ask } from './ask.ts'

const REQUEST_TIMEOUT_MS = 3_000
const SETUP_TIMEOUT_MS = 60_000

/** Calls inventory directly, as the medicine list does; undefined without a good answer. */
export async function askInventory<T = Medicine>(
  { inventory, userToken: token }: Stage,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Promise<T | undefined> {
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await ask<T>(`${inventory.url}/api/medicines${path}`, { method, token, body, signal })
  return answer && answer.status < 300 ? answer.body : undefined
}

function form(
  name: string,
  currentStock: number,
  more: Partial<CreateMedicine> = {},
): Partial<CreateMedicine> {
  return { name, category: 'Vitamins', currentStock, minStockLevel: 5, unitPrice: 9.5, ...more }
}

const LOOK_MS = 100
const SCARCE = 6
const OPENING_STOCK = 30

/** Scarce medicines that all users want; the last one is expired. */
export async function addScarceMedicines(stage: Stage): Promise<string[]> {
  const yesterday = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)
  const ids: string[] = []
  for (let index = 1; index <= SCARCE; index += 1) {
    const expired = index === SCARCE ? { expiryDate: yesterday } : {}
    const scarce = form(`Scarce ${index}`, OPENING_STOCK, expired)
    const added = await askInventory(stage, 'POST', '', scarce, SETUP_TIMEOUT_MS)
    if (!added) throw new Error('A medicine could not be added')
    ids.push(added._id)
  }
  return ids
}

/** Looks at the stock of scarce medicines all the time. Returns the number of looks. */
export async function watchStock(stage: Stage, report: Report, stopping: AbortSignal): Promise<number> {
  let reads = 0
  while (!stopping.aborted) {
    const listed = await askInventory<Medicine[]>(stage, 'GET', '?search=scarce&limit=20')
    for (const { name, currentStock } of listed ?? []) {
      reads += 1
      if (currentStock < 0) report('negative-stock', `${name} showed ${currentStock}`)
    }
    await delay(LOOK_MS, undefined, { signal: stopping }).catch(() => {})
  }
  return reads
}

/**
 * Adds and edits medicines that nobody sells. Each edit is published once, so no later event can hide a lost
 * one.
 */
export async function editCatalogue(stage: Stage, random: Random, stopping: AbortSignal): Promise<void> {
  for (let index = 1; !stopping.aborted; index += 1) {
    const quiet = (name: string) =>
      form(`${name} ${index}`, random.int(0, 40), { minStockLevel: random.int(0, 40) })
    const added = await askInventory(stage, 'POST', '', quiet('Quiet'))
    if (added && random.chance(0.3)) await askInventory(stage, 'PUT', `/${added._id}`, quiet('Edited'))
    await delay(random.int(50, 250), undefined, { signal: stopping }).catch(() => {})
  }
}
