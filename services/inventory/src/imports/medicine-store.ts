import type { Medicine, MedicineState } from '@mms/contracts'
import type { Knex } from 'knex'
import { stateColumns, toMedicine, toState, wholeColumns } from '../medicines/store.ts'

export function createImportedMedicineStore(db: Knex) {
  return {
    async lock(sortNames: string[], barcodes: string[]): Promise<MedicineState[]> {
      const living = () => db('medicines').forUpdate().select(stateColumns)
      const named = await living().whereIn('sort_name', sortNames)
      const coded = barcodes.length === 0 ? [] : await living().whereIn('living_barcode', barcodes)
      return [...new Map([...named, ...coded].map((row) => [row._id, toState(row)])).values()]
    },
    namesOf: (ids: string[]): Promise<string[]> =>
      db('medicines').whereIn('id', ids).orderBy('name').pluck('name'),
    async listWhole(): Promise<Medicine[]> {
      const listed = db('medicines').where('sort_name', '>=', '').orderBy(['sort_name', 'id'])
      return (await listed.select(wholeColumns)).map(toMedicine)
    },
  }
}
