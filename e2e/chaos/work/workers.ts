import { randomUUID } from 'node:crypto'
import type { CreateTransaction, TransactionType } from '@mms/contracts'
import type { Random } from '../random.ts'
import { type ClientOptions, createClient } from './client.ts'
import type { Entry, Intent } from './journal.ts'

const DUPLICATES = 0.1
const CANCELS = 0.3
const SECOND_REVERSALS = 0.1
const UNKNOWN_MEDICINES = 0.01

/** More goes out than comes in, so that stock is scarce and refusals are frequent. */
const mix: [TransactionType | 'reversal', number][] = [
  ['sale', 45],
  ['purchase', 14],
  ['return', 8],
  ['expired', 10],
  ['adjustment', 13],
  ['reversal', 10],
]
const deck = mix.flatMap(([type, weight]) => Array.from({ length: weight }, () => type))

function newBody(type: TransactionType, medicineIds: string[], random: Random): CreateTransaction {
  return {
    medicineId: random.chance(UNKNOWN_MEDICINES) ? randomUUID() : random.pick(medicineIds),
    type,
    quantity: type === 'purchase' ? random.int(5, 15) : random.int(1, 9),
    unitPrice: random.int(0, 50_000) / 100,
    note: '',
    ...(type === 'adjustment' && { direction: random.pick(['increase', 'decrease']) }),
  }
}

export interface WorkOptions extends ClientOptions {
  workers: number
  medicineIds: string[]
  stopping: AbortSignal
}

/** Users at work until told to stop; each then waits for its last answer. */
export async function work(options: WorkOptions, random: Random): Promise<void> {
  const { medicineIds, stopping, journal } = options
  const reversible: string[] = []

  async function runWorker(own: Random): Promise<void> {
    const client = createClient(options, own.fork())
    const times = () => (own.chance(DUPLICATES) ? 2 : 1)
    const remember = ({ intent, answers: [answer] }: Entry) => {
      if (intent.body && answer?.status === 201) reversible.push(answer.id as string)
    }
    const reverse = async (reverses: string) => {
      const intent = (): Intent => ({ key: randomUUID(), reverses })
      const { answers } = await client.submit(intent(), times(), own.chance(CANCELS))
      if (answers[0]?.status !== 201 || !own.chance(SECOND_REVERSALS)) return
      await client.submit({ ...intent(), isSecondReversal: true }, 1, false)
    }
    while (!stopping.aborted) {
      const type = own.pick(deck)
      const original = type === 'reversal' && reversible.splice(own.int(0, reversible.length), 1)[0]
      if (original) await reverse(original)
      if (type === 'reversal') continue
      const intent = { key: randomUUID(), body: newBody(type, medicineIds, own) }
      remember(await client.submit(intent, times(), own.chance(CANCELS)))
    }
  }
  await Promise.all(Array.from({ length: options.workers }, () => runWorker(random.fork())))
  journal.entries.sort((a, b) => (a.intent.key < b.intent.key ? -1 : 1))
}

/** Ends the scarcity, so that a refusal which is decided again would be decided otherwise. */
export async function restock(options: ClientOptions, medicineIds: string[], random: Random): Promise<void> {
  const client = createClient(options, random)
  for (const medicineId of medicineIds) {
    const body = { medicineId, type: 'purchase' as const, quantity: 1_000, unitPrice: 1, note: 'restock' }
    await client.submit({ key: randomUUID(), body }, 1, false)
  }
}
