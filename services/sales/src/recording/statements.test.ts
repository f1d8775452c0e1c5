import { statementsOf } from '@mms/service-kit/test-support'
import { expect, test } from 'vitest'
import { describeStore, newKey } from '../../test/support.ts'

describeStore(
  'what recording asks of $name',
  (store) => {
    test('a sale by itself is two writes to the disk: that it is asked for, and what became of it', async () => {
      const { _id: medicineId } = await store.addMedicine()
      const { db } = store
      const all = await statementsOf(db, async () => {
        expect((await store.record({ medicineId }, newKey())).status).toBe(201)
      })
      // The counter's limits are read once a second.
      const sent = all.filter((sql) => !sql.includes('counter_limits'))
      const first = ({ length }: string) => sent.map((sql) => sql.slice(0, length).toLowerCase())
      expect(first('insert').filter((word) => word === 'insert')).toHaveLength(3)
      expect(first('select').filter((word) => word === 'select')).toHaveLength(1)
      expect(first('update').filter((word) => word === 'update')).toHaveLength(1)
      // Including begin and commit of its only transaction.
      expect(sent).toHaveLength(7)
    })
  },
  { jobs: false },
)
