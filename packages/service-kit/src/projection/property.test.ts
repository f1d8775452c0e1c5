import fc from 'fast-check'
import type { Knex } from 'knex'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ServiceClient } from '../client/client.ts'
import { createLag } from '../telemetry/lag.ts'
import { testDatabases } from '../test-support/databases.ts'
import {
  clearProjectionTables,
  createOwner,
  createProjectionTables,
  projectionOf,
} from '../test-support/feed-owner.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { projectionsVersion } from './cursor.ts'
import { createStep } from './projection.ts'

/* Whatever happens on the way, the rows are those that a rebuild makes. */

const { signal } = new AbortController()
/** The same steps each time: no run of the tests is a lottery. */
const SEED = 20_261_123
const RUNS = { sqlite: 250, mariadb: 30 }

/** What one step of the projection meets. */
const happening = fc.oneof(
  fc.record({
    kind: fc.constant('publish' as const),
    shelf: fc.nat(2),
    units: fc.integer({ min: -9, max: 9 }),
  }),
  fc.record({ kind: fc.constant('change' as const), shelf: fc.nat(2) }),
  fc.record({ kind: fc.constant('deliver' as const), back: fc.nat(5), most: fc.integer({ min: 1, max: 5 }) }),
  // Batches out of order, an epoch of its own, an answer that is lost, a crash before the commit, another replica first.
  fc.record({ kind: fc.constantFrom('gap', 'restore', 'lost', 'crash', 'overtaken', 'gone') }),
)
type Happening = { kind: string; shelf?: number; units?: number; back?: number; most?: number }

const rowsOf = async (db: Knex) => ({
  sums: await db('sums').orderBy('shelf').select('shelf', 'sales', 'units'),
  shelves: await db('shelves').orderBy('id').select('id', 'version', 'state'),
})

describe.each(testDatabases())('a projection on $name', (database) => {
  const opened = openForTests(() => database.open())
  beforeAll(() => createProjectionTables(opened.db))

  function replicaOf(client: ServiceClient, crash: () => boolean) {
    const options = projectionOf(opened.db, client)
    const apply: typeof options.apply = async (received, trx) => {
      await options.apply(received, trx)
      if (crash()) throw new Error('killed before the commit')
    }
    return createStep({ ...options, apply }, createLag())
  }

  test('ends in the rows of a rebuild, whatever is delivered and whatever crashes', async () => {
    const lives = fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
      await clearProjectionTables(opened.db)
      const { owner, client, sell, change } = createOwner()
      let crashes = false
      const crash = () => {
        const now = crashes
        crashes = false
        return now
      }
      const other = replicaOf(client, () => false)
      const overtaken = {
        ...client,
        read: async (...given: Parameters<ServiceClient['read']>) => {
          const answer = await client.read(...given)
          if (owner.delivery === undefined && isOvertaken) {
            isOvertaken = false
            await other(signal).catch(() => {})
          }
          return answer
        },
      } as ServiceClient
      let isOvertaken = false
      const step = replicaOf(overtaken, crash)
      const go = () => step(signal).catch(() => undefined)
      for (const each of happenings as Happening[]) {
        if (each.kind === 'publish') sell(each.shelf ?? 0, each.units ?? 0)
        else if (each.kind === 'change') change(each.shelf ?? 0)
        else {
          owner.meanwhile = () => {}
          if (each.kind === 'restore') {
            owner.epoch = `e${owner.serial}-${owner.epoch}`
            // Something happens while the snapshot is read.
            owner.meanwhile = () => (owner.sold.length < 12 ? sell(1, 1) : change(2))
          } else if (each.kind === 'crash') crashes = true
          else if (each.kind === 'overtaken') isOvertaken = true
          else owner.delivery = each
          await go()
        }
      }
      Object.assign(owner, { delivery: undefined, meanwhile: () => {} })
      isOvertaken = false
      crashes = false
      const head = async () => {
        const row = await opened.db('feed_cursors').first('last_event_id')
        return row?.last_event_id === `${owner.epoch}.${owner.events.length}`
      }
      for (let tries = 0; !(await head()); tries += 1) {
        if (tries > 50) throw new Error('does not catch up')
        await go()
      }
      const [rows, version] = [await rowsOf(opened.db), await projectionsVersion(opened.db)]
      await opened.db('feed_cursors').update({ last_event_id: null })
      await step(signal)
      expect(rows).toEqual(await rowsOf(opened.db))
      expect(await projectionsVersion(opened.db)).not.toBe(version)
      expect(rows.sums.reduce((sum, { sales }) => sum + Number(sales), 0)).toBe(owner.sold.length)
    })
    const numRuns = RUNS[database.name as keyof typeof RUNS]
    await fc.assert(lives, { seed: SEED, numRuns, endOnFailure: true })
  })
})
