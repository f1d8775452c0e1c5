import type { MedicineState } from '@mms/contracts'
import type { Knex } from 'knex'

export interface SampleLoad {
  id: string
  medicines: MedicineState[]
  batchesDone: number
}

export function createSampleStore(db: Knex) {
  return {
    async insert(id: string, medicines: MedicineState[]): Promise<void> {
      const row = { id, medicines: JSON.stringify(medicines), batches_done: 0, finished: false }
      await db('sample_loads').insert(row).onConflict('id').ignore()
    },
    async findUnfinished(): Promise<SampleLoad | undefined> {
      const row = await db('sample_loads')
        .where({ finished: false })
        .orderBy('id')
        .first('id', 'medicines', 'batches_done')
      return row && { id: row.id, medicines: JSON.parse(row.medicines), batchesDone: row.batches_done }
    },
    async advance({ id, medicines, batchesDone }: SampleLoad): Promise<boolean> {
      const done = batchesDone + 1
      const advanced = await db('sample_loads')
        .where({ id, batches_done: batchesDone })
        .update({ batches_done: done, finished: done >= medicines.length })
      return advanced === 1
    },
  }
}
