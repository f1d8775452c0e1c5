import { setTimeout as delay } from 'node:timers/promises'
import type { CreateTransaction, TransactionType } from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'
import { namedBatch } from './batches.ts'
import { type Client, type ClientOptions, createClient } from './client.ts'
import { notBegun } from './journal.ts'

const DUPLICATES = 0.1
const CANCELS = 0.3
const SECOND_REVERSALS = 0.1
const UNKNOWN_MEDICINES = 0.01
/** Around the medicines' price, so that some refunds exceed the limit. */
const PRICES = [2, 9.5, 9.5, 9.5, 12, 500]
const unknownMedicine = '00000000-0000-4000-8000-000000000000'

/** More leaves than arrives, so that stock is scarce and refusals are frequent. */
const mix: [TransactionType | 'reversal', number][] = [
  ['sale', 45],
  ['purchase', 14],
  ['return', 8],
  ['expired', 10],
  ['adjustment', 13],
  ['reversal', 10],
]
const deck = mix.flatMap(([type, weight]) => Array.from({ length: weight }, () => type))

function newBody(type: TransactionType, { medicineIds }: WorkOptions, random: Random): CreateTransaction {
  return {
    medicineId: random.chance(UNKNOWN_MEDICINES) ? unknownMedicine : random.pick(medicineIds),
    type,
    quantity: type === 'purchase' ? random.int(5, 15) : random.int(1, 9),
    unitPrice: random.pick(PRICES),
    note: '',
    ...(type === 'adjustment' && { direction: random.pick(['increase', 'decrease']) }),
    ...namedBatch(type, random),
  }
}

export interface WorkOptions extends ClientOptions {
  workers: number
  medicineIds: string[]
  stopping: AbortSignal
}

/** Users work until stopped, then wait for their last answer. */
export async function work(options: WorkOptions, random: Random): Promise<void> {
  const { stopping, journal } = options
  const reversible: string[] = []

  async function wish(client: Client, key: string, own: Random): Promise<void> {
    const type = own.pick(deck)
    const times = own.chance(DUPLICATES) ? 2 : 1
    const cancels = own.chance(CANCELS)
    if (type !== 'reversal') {
      const intent = { key, body: newBody(type, options, own) }
      const { answers } = await client.submit(intent, times, cancels)
      if (answers[0]?.status === 201) reversible.push(answers[0].id as string)
      return
    }
    const [reverses] = reversible.splice(own.int(0, reversible.length), 1)
    if (!reverses) return
    const { answers } = await client.submit({ key, reverses }, times, cancels)
    if (answers[0]?.status !== 201 || !own.chance(SECOND_REVERSALS)) return
    await client.submit({ key: `${key}-again`, reverses, isSecondReversal: true }, 1, false)
  }

  async function runWorker(user: number, own: Random): Promise<void> {
    const client = createClient(options, own.fork())
    for (let index = 1; !stopping.aborted; index += 1) {
      // Key and numbers depend on user and index only, so that a seed repeats them.
      await wish(client, `user-${user}-wish-${String(index).padStart(6, '0')}`, own.fork())
    }
  }
  await Promise.all(
    Array.from({ length: options.workers }, (_, index) => runWorker(index + 1, random.fork())),
  )
  journal.entries.sort((a, b) => (a.intent.key < b.intent.key ? -1 : 1))
}

/** Repeats old requests all the time: the same key must get the same answer. */
export async function askOldKeysAgain(
  options: ClientOptions & { stopping: AbortSignal },
  random: Random,
): Promise<void> {
  const { journal, stopping } = options
  const client = createClient(options, random.fork())
  while (!stopping.aborted) {
    const entry = journal.entries[random.int(0, journal.entries.length - 1)]
    const [answer] = entry?.answers ?? []
    if (entry && answer && !notBegun.has(answer.code ?? '')) await client.askAgain(entry)
    await delay(random.int(5, 50), undefined, { signal: stopping }).catch(() => {})
  }
}

/** Refills stock, so that a refusal decided again would now succeed. */
export async function restock(options: ClientOptions, medicineIds: string[], random: Random): Promise<void> {
  const client = createClient(options, random)
  for (const [index, medicineId] of medicineIds.entries()) {
    const body = { medicineId, type: 'purchase' as const, quantity: 1_000, unitPrice: 1, note: 'restock' }
    await client.submit({ key: `restock-medicine-${index + 1}`, body }, 1, false)
  }
}
