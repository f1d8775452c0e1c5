import type { MedicineState } from '@mms/contracts'
import type { Knex } from 'knex'
import type { KnownMedicine } from '../inventory/known-medicine.ts'

/** What is shown of a medicine beside its transactions. */
export interface ShownMedicine {
  id: string
  name: string
  category: string
  deleted: boolean
}

/** Most rows of one statement. */
const CHUNK = 200

/** The last state of each medicine. */
function newestOf(states: KnownMedicine[]): KnownMedicine[] {
  const newest = new Map<string, KnownMedicine>()
  for (const state of states) {
    if (state.version > (newest.get(state._id)?.version ?? 0)) newest.set(state._id, state)
  }
  return [...newest.values()]
}

/** What the columns hold. */
const NAME_LENGTH = 200
const CATEGORY_LENGTH = 20
const fitting = (text: string, length: number) => text.slice(0, length).toWellFormed()

const toRow = (state: KnownMedicine) => ({
  id: state._id,
  name: fitting(state.name, NAME_LENGTH),
  category: fitting(state.category, CATEGORY_LENGTH),
  version: state.version,
  state: JSON.stringify(state),
})

export function createMedicineStore(db: Knex) {
  async function applyChunk(states: KnownMedicine[]): Promise<void> {
    const ids = states.map(({ _id }) => _id)
    const known: { id: string; version: number }[] = await db('medicines')
      .whereIn('id', ids)
      .select('id', 'version')
    const versions = new Map(known.map(({ id, version }) => [id, version]))
    const news = states.filter(({ _id, version }) => version > (versions.get(_id) ?? 0))
    if (news.length > 0) await db('medicines').insert(news.map(toRow)).onConflict('id').merge()
  }

  return {
    /** What is shown of these medicines; unknown ones are left out. */
    async findShown(ids: string[]): Promise<ShownMedicine[]> {
      if (ids.length === 0) return []
      const rows = await db('medicines').whereIn('id', ids).select('id', 'name', 'category', 'state')
      return rows.map(({ state, ...shown }) => ({ ...shown, deleted: JSON.parse(state).deleted === true }))
    },
    async isEmpty(): Promise<boolean> {
      return (await db('medicines').first('id')) === undefined
    },
    /** As inventory last told it, deleted ones too; unknown ones are left out. */
    async findStates(ids: string[]): Promise<MedicineState[]> {
      const states: string[] = await db('medicines').whereIn('id', ids).orderBy('id').pluck('state')
      return states.map((state) => JSON.parse(state))
    },
    /** Keeps the newest state of each; older news than what is known changes nothing. */
    async apply(states: KnownMedicine[]): Promise<void> {
      const newest = newestOf(states)
      for (let from = 0; from < newest.length; from += CHUNK) {
        await applyChunk(newest.slice(from, from + CHUNK))
      }
    },
    /** Forgets everything but these. */
    async replaceAll(states: KnownMedicine[]): Promise<void> {
      await db('medicines').delete()
      await this.apply(states)
    },
  }
}
