import { setTimeout as delay } from 'node:timers/promises'
import type { Batch } from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'
import type { Stage } from '../stage/stage.ts'
import { askInventory } from './medicines.ts'

const actions = ['quarantine', 'recall', 'release', 'release'] as const

async function holdSome(stage: Stage, medicineId: string, random: Random): Promise<boolean> {
  const batches = await askInventory<Batch[]>(stage, 'GET', `/${medicineId}/batches`)
  const action = random.pick(actions)
  // Released batches can be sold again, except recalled ones.
  const others = batches?.filter(({ status }) => (status === 'available') === (action !== 'release')) ?? []
  if (others.length === 0) return false
  const batchIds = [random.pick(others)._id]
  const done = await askInventory(stage, 'POST', `/batches/${action}`, { batchIds, reason: 'looked at' })
  return done !== undefined
}

/** Holds and releases batches of scarce medicines all the time. Returns the number. */
export async function holdAndRelease(
  { stage, medicineIds, stopping }: { stage: Stage; medicineIds: string[]; stopping: AbortSignal },
  random: Random,
): Promise<number> {
  let holds = 0
  while (!stopping.aborted) {
    if (await holdSome(stage, random.pick(medicineIds), random)) holds += 1
    await delay(random.int(20, 200), undefined, { signal: stopping }).catch(() => {})
  }
  return holds
}
