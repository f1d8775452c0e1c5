import type { MedicineCategory, MedicineState } from '@mms/contracts'
import { addDays, defaultPack, medicineCategories, storeDate } from '@mms/contracts'
import { byDialect, chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createMedicineStore } from '../../services/inventory/src/medicines/store.ts'
import { migrations } from '../../services/inventory/src/migrations/list.ts'
import type { Setting } from './setting.ts'

/** Rows per statement that SQLite accepts. */
const BATCH = 400

/** Seeded linear congruential generator, for identical rows in each run. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const stems = 'Amoxi Para Cetri Metfor Ator Azithro Panto Losar Doxy Levo Ibu Predni'.split(' ')
const ends = 'cillin cetamol zine min vastatin mycin prazole tan cycline floxacin profen'.split(' ')
const makers = 'Cipla,Sun Pharma,Lupin,Dr. Reddy’s,Torrent,Zydus,Alkem,Mankind,Glenmark'.split(',')

export function medicineOf(index: number, random: (below: number) => number, today: string): MedicineState {
  const pick = <T>(values: readonly T[]) => values[random(values.length)] as T
  const at = new Date().toISOString()
  const none = { winter: 1, spring: 1, summer: 1, fall: 1 }
  return {
    _id: v7(),
    name: `${pick(stems)}${pick(ends)} ${5 * (1 + random(160))} mg ${index}`,
    category: pick(medicineCategories) as MedicineCategory,
    manufacturer: pick(makers),
    ...{ barcode: null, composition: null, mrp: null },
    ...defaultPack,
    currentStock: random(500),
    minStockLevel: random(50),
    unitPrice: (1 + random(99_999)) / 100,
    expiryDate: addDays(today, random(900) - 20),
    demandFactors: {
      seasonal: false,
      seasonalTrend: none,
      climateDependent: false,
      climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
    },
    version: 1,
    createdAt: at,
    updatedAt: at,
    stockVersion: 0,
    deleted: false,
  }
}

/** The first batch expires on the medicine's date. */
function batchesOf({ _id, createdAt, currentStock, expiryDate }: MedicineState, each: number) {
  const share = Math.floor(currentStock / each)
  return Array.from({ length: each }, (_, at) => ({
    ...{
      id: v7(),
      medicine_id: _id,
      batch_number: `N${_id.slice(-5)}${at}`,
      status: 'available',
      version: 1,
    },
    expiry_date: addDays(expiryDate as string, at * 150),
    stock: at === 0 ? currentStock - share * (each - 1) : share,
    created_at: new Date(createdAt),
  }))
}

async function fill(db: Knex, count: number, batchesEach: number): Promise<string[]> {
  const random = randomNumbers(7)
  const store = createMedicineStore(db)
  const today = storeDate()
  const ids: string[] = []
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) =>
      medicineOf(from + i, random, today),
    )
    await store.insert(batch)
    const batches = batch.flatMap((medicine) => batchesOf(medicine, batchesEach))
    for (const chunk of chunksOf(batches)) await db('batches').insert(chunk)
    ids.push(...batch.map(({ _id }) => _id))
  }
  return ids
}

export async function createInventoryDatabase(
  setting: Pick<Setting, 'createDatabase'>,
  count: number,
  batchesEach = 1,
) {
  const { url, db } = await setting.createDatabase('inventory', migrations)
  const ids = await fill(db, count, batchesEach)
  await db.raw(byDialect(db, { sqlite: 'analyze', mysql: 'analyze table medicines, batches' }))
  return { url, db, ids }
}

/** Enough stock of each medicine for all sales of a run, in its one batch. */
export async function fillShelves(db: Knex, stock: number): Promise<void> {
  await db('medicines').update({ current_stock: stock, expiry_date: '2099-12-31' })
  await db('batches').update({ stock, expiry_date: '2099-12-31' })
}
