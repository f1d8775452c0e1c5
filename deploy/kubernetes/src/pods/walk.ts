import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** How long something that starts may take on a busy machine. */
const PATIENCE_MS = 60_000

/** Waits until `isSo`; what it throws counts as no. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what} took more than ${PATIENCE_MS / 1_000} s`)
    await delay(100)
  }
}

export const answers = async (url: string): Promise<boolean> => (await fetch(url)).ok

interface Session {
  url: string
  token: string
}

async function call<T>({ url, token }: Session, method: string, path: string, body?: object): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

export async function signIn(url: string, admin: { email: string; password: string }): Promise<Session> {
  const { token } = await call<{ token: string }>({ url, token: '' }, 'POST', '/api/auth/login', admin)
  return { url, token }
}

interface Stocked {
  _id: string
  currentStock: number
}

export const addMedicine = (session: Session, currentStock: number): Promise<Stocked> =>
  call(session, 'POST', '/api/medicines', {
    name: `Paracetamol ${randomUUID()}`,
    category: 'Antibiotics',
    currentStock,
    unitPrice: 8.5,
    expiryDate: '2031-12-31',
  })

export async function stockOf(session: Session, { _id }: Stocked): Promise<number> {
  return (await call<Stocked>(session, 'GET', `/api/medicines/${_id}`)).currentStock
}

/** Whether a sale was booked at once; an answer that it is still under way counts, for it is booked later. */
export const sell = (session: Session, { _id: medicineId }: Stocked): Promise<unknown> =>
  call(session, 'POST', '/api/transactions', { medicineId, type: 'sale', quantity: 1, unitPrice: 8.5 })

/** Sells and reads from several counters until `change` is done. Returns how many calls there were; one that fails throws. */
export async function underLoad(session: Session, medicine: Stocked, change: () => Promise<void>) {
  let isOver = false
  let sales = 0
  let calls = 0
  const counter = async () => {
    while (!isOver) {
      await sell(session, medicine)
      sales += 1
      await call(session, 'GET', '/api/transactions?limit=10')
      calls += 2
    }
  }
  const counters = Promise.all(Array.from({ length: 4 }, counter))
  try {
    await Promise.race([change(), counters])
  } finally {
    isOver = true
  }
  await counters
  return { sales, calls }
}
