import { setTimeout as delay } from 'node:timers/promises'
import type { Stage } from '../stage/stage.ts'
import type { Report } from '../violations.ts'
import { askInventory } from './medicines.ts'

const PAUSE_MS = 50

/** Looks at the scarce medicines all the time; answers how often it saw a stock. */
export async function watchStock(
  stage: Stage,
  medicineIds: string[],
  report: Report,
  stopping: AbortSignal,
): Promise<number> {
  let reads = 0
  while (!stopping.aborted) {
    const seen = await Promise.all(medicineIds.map((id) => askInventory(stage, 'GET', `/${id}`)))
    for (const medicine of seen) {
      if (!medicine) continue
      reads += 1
      if (medicine.currentStock < 0) report('negative-stock', `${medicine.name} showed ${medicine.currentStock}`)
    }
    await delay(PAUSE_MS, undefined, { signal: stopping }).catch(() => {})
  }
  return reads
}
