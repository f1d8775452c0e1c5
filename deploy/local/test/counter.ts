import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER, type LoginResponse, type Medicine } from '@mms/contracts'
import { callerOf, type TestCaller } from '@mms/service-kit/test-support'

export const OPENING = 100_000

export interface Store {
  gateway: TestCaller
  token: string
  medicineId: string
  /** Call it again after a restart, because tokens end when the suite stops. */
  signIn(): Promise<void>
}

/** Opens a store with one medicine to sell. */
export async function openStore(url: string, admin: { email: string; password: string }): Promise<Store> {
  const gateway = callerOf(url)
  const signIn = async () =>
    (await gateway.post<LoginResponse>('/api/auth/login', { body: admin })).body.token
  const token = await signIn()
  const body = { name: 'Sold', category: 'Vitamins', currentStock: OPENING, minStockLevel: 5, unitPrice: 10 }
  const { _id } = (await gateway.post<Medicine>('/api/medicines', { token, body })).body
  const store: Store = {
    gateway,
    token,
    medicineId: _id,
    async signIn() {
      store.token = await signIn()
    },
  }
  return store
}

/** Sells one unit after another. Like a browser, repeats a sale with its key until it is acknowledged. */
export async function sellUntil(stop: AbortSignal, store: Store, acknowledged: Set<string>): Promise<void> {
  const { gateway, medicineId } = store
  const body = { medicineId, type: 'sale', quantity: 1, unitPrice: 10 }
  while (!stop.aborted) {
    const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
    for (let status = 0; status !== 201; ) {
      const answer = await gateway
        .post<{ _id: string }>('/api/transactions', { token: store.token, headers, body })
        .catch(() => undefined)
      status = answer?.status ?? 0
      if (status === 401) await store.signIn().catch(() => undefined)
      if (status === 201) acknowledged.add(answer?.body._id ?? '')
      await delay(50)
    }
  }
}

export async function stockOf(store: Store): Promise<number> {
  await store.signIn()
  const { gateway, token, medicineId } = store
  return (await gateway.get<Medicine>(`/api/medicines/${medicineId}`, { token })).body.currentStock
}
