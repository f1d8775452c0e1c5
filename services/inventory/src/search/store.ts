import type { Knex } from 'knex'
import { pieceRange } from './rules.ts'

/** Rows of one statement. */
const AT_ONCE = 500

/** A medicine whose pieces are not those of its text. */
export interface Unpieced {
  id: string
  /** What its pieces were made of; null when it has none. */
  before: string | null
  /** What they are to be made of; null when it is deleted. */
  text: string | null
}

// MySQL returns bytes.
const toText = (value: unknown): string | null => (value === null ? null : String(value))

export function createPieceStore(db: Knex) {
  return {
    /** Whether there are at least so many medicines that are not deleted. */
    async hasMedicines(count: number): Promise<boolean> {
      const last = db('medicines')
        .where('stock_ratio', '>=', 0)
        .offset(count - 1)
      return (await last.first('id')) !== undefined
    },
    /**
     * Ids of every medicine that may contain a search, and of some that do not: those that have a piece that begins with
     * it, and those written since pieces were made last, by whatever release. Undefined when they are more than `most`.
     */
    async candidates(search: string, most: number): Promise<string[] | undefined> {
      const pieces = db('medicine_pieces')
        .whereBetween('piece', pieceRange(search))
        .limit(most + 1)
      const written = db('medicines')
        .where('unpieced', 1)
        .limit(most + 1)
      const rows: { id: string }[] = await db
        .select('id')
        .from(pieces.select('medicine_id as id').as('pieces'))
        .unionAll(db.select('id').from(written.select('id').as('written')))
      return rows.length > most ? undefined : [...new Set(rows.map(({ id }) => id))]
    },
    /** Some of those, locked until the transaction ends. */
    async lockUnpieced(limit: number): Promise<Unpieced[]> {
      const rows = await db('medicines')
        .where('unpieced', 1)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .select('id', 'pieced_text', 'search_text', 'sort_name')
      return rows.map((row) => ({
        id: row.id,
        before: toText(row.pieced_text),
        text: row.sort_name === null ? null : toText(row.search_text),
      }))
    },
    async remove(medicineId: string, pieces: string[]): Promise<void> {
      for (let from = 0; from < pieces.length; from += AT_ONCE) {
        const some = pieces.slice(from, from + AT_ONCE)
        await db('medicine_pieces').where({ medicine_id: medicineId }).whereIn('piece', some).delete()
      }
    },
    async insert(rows: { medicine_id: string; piece: string }[]): Promise<void> {
      for (let from = 0; from < rows.length; from += AT_ONCE) {
        const some = rows.slice(from, from + AT_ONCE)
        // One that is there already is as good.
        await db('medicine_pieces').insert(some).onConflict(['piece', 'medicine_id']).ignore()
      }
    },
    /** Says that the pieces of these, which are locked, are those of their texts. */
    async markPieced(ids: string[]): Promise<void> {
      const text = 'case when sort_name is not null then search_text end'
      await db('medicines')
        .whereIn('id', ids)
        .update({ pieced_text: db.raw(text) })
    },
  }
}
