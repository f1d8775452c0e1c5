import type { CreateBill, Medicine, RegisteredCounter, Transaction } from '@mms/contracts'
import { openForTests, type TestAnswer, type TestDatabase } from '@mms/service-kit/test-support'
import { beforeAll, expect } from 'vitest'
import { failpoints } from '../src/failpoints.ts'
import { type BillAnswer, billAt, billCalls } from './bills.ts'
import { accountOf, openProcesses, type Processes, untilFinal } from './processes.ts'
import type { ServiceName } from './support.ts'

/** All steps of a transaction in order, each with the service that dies there. */
export const steps: [ServiceName, string][] = [
  ['sales', failpoints.pendingWriting],
  ['sales', failpoints.pendingCommitted],
  ['inventory', 'inventory.command.received'],
  ['inventory', 'inventory.command.written'],
  ['inventory', 'inventory.command.committed'],
  ['sales', failpoints.commandAnswered],
  ['sales', failpoints.outcomeWritten],
  ['sales', failpoints.outcomeCommitted],
]

export type Send = () => Promise<TestAnswer<Transaction>>

/** Sends a request during which a service dies. Restarts it and repeats the request until the answer is final. */
export async function crashAt(
  store: Processes,
  [name, step]: [ServiceName, string],
  send: Send,
): Promise<TestAnswer<Transaction>> {
  await store.process(name).arm(`kill:${step}`)
  const first = await send().catch(() => undefined)
  // The client got no answer, or 202.
  expect([undefined, 202]).toContain(first?.status)
  await store.restart(name)
  return untilFinal(send)
}

/** Expects one movement and one event for each completed transaction, and none for others. */
export async function expectOneEffectEach(
  store: Processes,
  medicine: Medicine,
  stock: number,
  statuses: string[],
): Promise<void> {
  const account = await accountOf(store, medicine)
  expect(account).toMatchObject({ stock, statuses, change: stock - medicine.currentStock })
  expect(account.movementIds).toEqual(account.completedIds)
  expect(account.events).toEqual(account.completedIds)
}

/** Opens processes of both services with a counter, whose bills have the numbers from 1. */
export function useCounter(database: TestDatabase) {
  const store = openForTests(() => openProcesses(database))
  let calls: ReturnType<typeof billCalls>
  let counter: RegisteredCounter
  let last = 0
  beforeAll(async () => {
    const admin = store.tokens.token({ role: 'admin' })
    calls = billCalls(store.process('sales'), { admin, staff: store.token })
    counter = await calls.openCounter()
  })
  return {
    store,
    makeBill(lines: CreateBill['lines'], number = last + 1): CreateBill {
      last = number
      return billAt(counter, number, { lines })
    },
    send: (bill: CreateBill) => calls.send(bill) as Promise<TestAnswer<never>>,
    sendUntilFinal: (bill: CreateBill) =>
      untilFinal(() => calls.send(bill) as Promise<TestAnswer<never>>) as unknown as Promise<BillAnswer>,
  }
}
