import { byDialect } from '@mms/service-kit'
import { expect, test } from 'vitest'
import { proofOf } from '../../test/bills.ts'
import { coins, dayCalls } from '../../test/drawers.ts'
import { describeStore, newKey } from '../../test/support.ts'
import { createDrawerLocks } from './store.ts'

describeStore(
  'locks of drawers on $name',
  (store) => {
    test('a drawer is closed after what is being booked into it', async () => {
      const day = dayCalls(store)
      const counter = await day.addCounter()
      const { _id } = await day.open(counter)
      const { db } = store
      const isWaiting = async () => {
        const [[row]] = await db.raw(`select count(*) as n from information_schema.innodb_trx
        where trx_state = 'LOCK WAIT' and trx_query like '%counters%'`)
        return row.n > 0
      }
      let closing: ReturnType<typeof day.closeDrawer> | undefined
      await db.transaction(async (trx) => {
        const place = (await createDrawerLocks(trx).holdOpen([counter._id])).get(counter._id)
        closing = day.closeDrawer(_id, { counter: proofOf(counter), counted: coins(205_000) })
        // Not on SQLite, whose only connection is in use. InnoDB updates this list only after 100 ms without a query.
        if (byDialect(db, { mysql: true, sqlite: false }))
          await expect.poll(isWaiting, { interval: 250 }).toBe(true)
        const money = { bill_id: newKey(), position: 0, mode: 'cash', amount: 5_000, kind: 'bill' }
        await trx('bill_payments').insert({ ...money, drawer_id: place?.id })
      })
      expect((await closing)?.body).toMatchObject({ figures: { sales: 5_000 }, closing: { difference: 0 } })
    })
  },
  { jobs: false },
)
