import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Counter, CounterProof } from '@mms/contracts'
import { problem, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'

/** A counter without the values derived from its bills. */
export type CounterRecord = Omit<Counter, 'year' | 'last' | 'missing'>

const SECRET_BYTES = 32
const digestOf = (secret: string) => hash('sha256', secret, 'base64url')

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

export function createCounterStore(db: Knex) {
  const toRecord = (row: Record<string, string>): CounterRecord => ({
    _id: row.id as string,
    code: row.code as string,
    name: row.name as string,
    createdAt: toInstant(row.created_at as string),
    createdBy: { _id: row.created_by as string, name: row.created_by_name as string },
    closedAt: row.closed_at ? toInstant(row.closed_at) : null,
  })
  return {
    async list(): Promise<CounterRecord[]> {
      return (await db('counters').orderBy('code')).map(toRecord)
    },
    async find(id: string): Promise<CounterRecord | undefined> {
      const row = await db('counters').where({ id }).first()
      return row && toRecord(row)
    },
    /** Finds an open or closed counter. Undefined if it is unknown or the secret is wrong. */
    async authenticate(id: string, secret: string): Promise<CounterRecord | undefined> {
      const row = await db('counters').where({ id }).first()
      return row && isSame(row.secret_digest, digestOf(secret)) ? toRecord(row) : undefined
    },
    async countOf(letter: string): Promise<number> {
      const [row] = await db('counters').where({ letter }).count({ count: '*' })
      return Number(row?.count)
    },
    /** Returns the secret, which is not stored. */
    async insert(counter: Pick<CounterRecord, 'code' | 'name' | 'createdBy'>) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const id = v7()
      const { code, name, createdBy } = counter
      await db('counters').insert({
        id,
        letter: code.slice(0, 1),
        code,
        name,
        secret_digest: digestOf(secret),
        created_by: createdBy._id,
        created_by_name: createdBy.name,
        created_at: new Date(),
      })
      return { id, secret }
    },
    async close(id: string): Promise<boolean> {
      const open = db('counters').where({ id }).whereNull('closed_at')
      return (await open.update({ closed_at: new Date() })) === 1
    },
  }
}

/** Throws 403 `sales.counter_unknown` if the secret is wrong. */
export async function authenticateCounter(db: Knex, { _id, secret }: CounterProof): Promise<CounterRecord> {
  const counter = await createCounterStore(db).authenticate(_id, secret)
  if (counter) return counter
  throw problem.forbidden('sales.counter_unknown', 'This browser is not registered as this counter')
}
