import { setTimeout as delay } from 'node:timers/promises'
import { type CreateMedicine, DAY_MS, type Medicine } from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'
import type { Stage } from '../stage/stage.ts'

const REQUEST_TIMEOUT_MS = 3_000
const SETUP_TIMEOUT_MS = 60_000

/** Calls inventory directly, as the medicine list does; undefined without an answer. */
export async function askInventory<T = Medicine>(
  { inventory, userToken }: Stage,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Promise<T | undefined> {
  try {
    const response = await fetch(`${inventory.url}/api/medicines${path}`, {
      method,
      headers: { authorization: `Bearer ${userToken}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = await response.json()
    return response.ok ? (answer as T) : undefined
  } catch {
    return undefined
  }
}

function form(
  name: string,
  currentStock: number,
  more: Partial<CreateMedicine> = {},
): Partial<CreateMedicine> {
  return { name, category: 'Vitamins', currentStock, minStockLevel: 5, unitPrice: 9.5, ...more }
}

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

export async function listScarceMedicines(stage: Stage): Promise<Medicine[]> {
  return (await askInventory<Medicine[]>(stage, 'GET', '?search=scarce&limit=20')) ?? []
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
