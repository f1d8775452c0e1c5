import { randomUUID } from 'node:crypto'
import type { planSuite } from '../services.ts'
import { admin } from '../support.ts'

type Suite = Pick<Awaited<ReturnType<typeof planSuite>>, 'call' | 'request'>

export const OPENING = 10_000_000

export const signIn = async (suite: Suite): Promise<string> =>
  (await suite.call('identity', 'POST', '/api/auth/login', admin)).token

export async function addMedicines(suite: Suite, token: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const amounts = { currentStock: OPENING, minStockLevel: 1, unitPrice: 2 }
    const form = { name: `Sold ${n}`, category: 'Other', ...amounts }
    ids.push((await suite.call('inventory', 'POST', '/api/medicines', form, token))._id)
  }
  return ids
}

export interface Counter {
  /** Ids of the sales that were answered 201. */
  acknowledged: string[]
  /** Stops selling and waits for the running request. */
  stop(): Promise<void>
}

/** Sells one unit of each medicine in turn, whatever the answers are. */
export function openCounter(suite: Suite, medicineIds: string[], token: string): Counter {
  const acknowledged: string[] = []
  let isOpen = true
  const selling = (async () => {
    for (let turn = 0; isOpen; turn += 1) {
      const body = {
        medicineId: medicineIds[turn % medicineIds.length],
        type: 'sale',
        quantity: 1,
        unitPrice: 2,
        note: randomUUID(),
      }
      try {
        const answer = await suite.request('sales', 'POST', '/api/transactions', body, token)
        const { _id } = (await answer.json()) as { _id: string }
        if (answer.status === 201) acknowledged.push(_id)
      } catch {
        // No answer, because the power was cut.
      }
    }
  })()
  return {
    acknowledged,
    async stop() {
      isOpen = false
      await selling
    },
  }
}
