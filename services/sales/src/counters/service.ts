import {
  type Counter,
  type CounterNumbers,
  type CreateCounter,
  financialYearOf,
  MAX_MISSING_NUMBERS,
  type OwnCounter,
  previousFinancialYearOf,
  type RegisteredCounter,
  storeDate,
} from '@mms/contracts'
import { inTransaction, isUniqueViolation, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Author } from '../saved-settings/store.ts'
import { type CounterRecord, createCounterStore } from './store.ts'

const LAST_DIGIT = 9

const notFound = () => problem.notFound('sales.counter_not_found', 'There is no such counter')

/** The first counter of a letter is `A`, the next ones are `A2` to `A9`. */
function codeOf(letter: string, registered: number): string {
  if (registered >= LAST_DIGIT)
    throw problem.conflict(
      'sales.letter_used_up',
      `${letter} was registered nine times; choose another letter`,
    )
  return registered === 0 ? letter : `${letter}${registered + 1}`
}

/** Returns the lowest numbers from `start` to `last` that are not taken. */
export function findMissingNumbers(
  taken: readonly number[],
  { start = 1, last, most = MAX_MISSING_NUMBERS }: { start?: number; last: number; most?: number },
): number[] {
  const known = new Set(taken)
  const missing: number[] = []
  for (let number = start; number <= last && missing.length < most; number += 1)
    if (!known.has(number)) missing.push(number)
  return missing
}

const lastOf = (numbers: readonly number[]) => numbers.reduce((last, number) => Math.max(last, number), 0)

type NumbersOf = (counterId: string, year: string) => Promise<number[]>

export function createCounterService(db: Knex, timeZone: string, numbersOf: NumbersOf) {
  const store = createCounterStore(db)

  /** The previous year comes first while it misses numbers, so that they can be voided. */
  async function withNumbers(counter: CounterRecord): Promise<Counter> {
    const ofYear = async (year: string) => {
      const numbers = await numbersOf(counter._id, year)
      const last = lastOf(numbers)
      return { ...counter, year, last, missing: findMissingNumbers(numbers, { last }) }
    }
    const today = storeDate(timeZone)
    const previous = await ofYear(previousFinancialYearOf(today))
    return previous.missing.length > 0 ? previous : ofYear(financialYearOf(today))
  }

  async function find(id: string): Promise<Counter> {
    const counter = await store.find(id)
    if (!counter) throw notFound()
    return withNumbers(counter)
  }

  const insert = ({ letter, name }: CreateCounter, author: Author) =>
    inTransaction(db, async (trx) => {
      const counters = createCounterStore(trx)
      const code = codeOf(letter, await counters.countOf(letter))
      const inserted = await counters.insert({ code, name, createdBy: author })
      await recordChange(trx, { action: 'counter.registered', subject: code, after: { name } })
      return inserted
    })

  async function register(counter: CreateCounter, author: Author): Promise<RegisteredCounter> {
    try {
      const { id, secret } = await insert(counter, author)
      return { ...(await find(id)), secret }
    } catch (error) {
      // Another administrator took the code at the same moment.
      if (isUniqueViolation(error)) return register(counter, author)
      throw error
    }
  }

  return {
    list: async (): Promise<Counter[]> => Promise.all((await store.list()).map(withNumbers)),
    register,
    async close(id: string): Promise<Counter> {
      const { code } = await find(id)
      await inTransaction(db, async (trx) => {
        if (await createCounterStore(trx).close(id))
          await recordChange(trx, { action: 'counter.closed', subject: code })
      })
      return find(id)
    },
    async findOwn({ _id, secret, highest, year }: OwnCounter): Promise<CounterNumbers> {
      const counter = await store.authenticate(_id, secret)
      if (!counter) throw notFound()
      const numbers = await numbersOf(_id, year)
      const missing = findMissingNumbers(numbers, { last: highest })
      return { closedAt: counter.closedAt, last: lastOf(numbers), missing }
    },
  }
}
export type CounterService = ReturnType<typeof createCounterService>
