import { setTimeout as delay } from 'node:timers/promises'
import type { Stage } from '../stage/stage.ts'
import type { Report } from '../violations.ts'
import { listScarceMedicines } from './medicines.ts'

const PAUSE_MS = 100

export async function watchStock(stage: Stage, report: Report, stopping: AbortSignal): Promise<number> {
  let reads = 0
  while (!stopping.aborted) {
    for (const { name, currentStock } of await listScarceMedicines(stage)) {
      reads += 1
      if (currentStock < 0) report('negative-stock', `${name} showed ${currentStock}`)
    }
    await delay(PAUSE_MS, undefined, { signal: stopping }).catch(() => {})
  }
  return reads
}
