import type { Medicine, Transaction } from '@mms/contracts'
import type { TestAnswer } from '@mms/service-kit/test-support'
import { expect } from 'vitest'
import { failpoints } from '../src/failpoints.ts'
import type { ServiceName } from './process.ts'
import { accountOf, type Processes, untilFinal } from './processes.ts'

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
