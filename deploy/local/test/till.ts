import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER, type LoginResponse, type Medicine } from '@mms/contracts'
import { callerOf, type TestCaller } from '@mms/service-kit/test-support'

export const OPENING = 100_000

export interface Store {
  gateway: TestCaller
  token: string
  medicineId: string
}

/** A suite with one medicine that can be sold. */
export async function openStore(url: string, admin: { email: string; password: string }): Promise<Store> {
  const gateway = callerOf(url)
  const { token } = (await gateway.post<LoginResponse>('/api/auth/login', { body: admin })).body
  const body = { name: 'Sold', category: 'Vitamins', currentStock: OPENING, minStockLevel: 5, unitPrice: 10 }
  const { _id } = (await gateway.post<Medicine>('/api/medicines', { token, body })).body
  return { gateway, token, medicineId: _id }
}

/** A till that asks with the same key until a sale is acknowledged, as a browser does, and then makes the next. */
export async function sellUntil(
  stop: AbortSignal,
  { gateway, token, medicineId }: Store,
  acknowledged: Set<string>,
): Promise<void> {
  const body = { medicineId, type: 'sale', quantity: 1, unitPrice: 10 }
  while (!stop.aborted) {
    const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
    for (let status = 0; status !== 201; ) {
      const answer = await gateway
        .post<{ _id: string }>('/api/transactions', { token, headers, body })
        .catch(() => undefined)
      status = answer?.status ?? 0
      if (status === 201) acknowledged.add(answer?.body._id ?? '')
      await delay(50)
    }
  }
}

export async function stockOf({ gateway, token, medicineId }: Store): Promise<number> {
  return (await gateway.get<Medicine>(`/api/medicines/${medicineId}`, { token })).body.currentStock
}
