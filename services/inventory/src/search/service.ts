import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction } from '@mms/service-kit'
import type { Knex } from 'knex'
import { hasPieces, piecesOf } from './rules.ts'
import { createPieceStore } from './store.ts'

/** From so many medicines on, reading the text of each costs more than keeping pieces. */
const WORTHWHILE = 5_000
/** So many candidates are compared one by one; where there are more, reading in order fills a page soon. */
const FEW = 800
/** Medicines whose pieces are made in one transaction. */
const BATCH = 100

export interface PiecesOptions {
  db: Knex
  worthwhile?: number
  few?: number
}

const differing = (one: Set<string>, other: Set<string>) => [...one].filter((piece) => !other.has(piece))
const piecesOfText = (text: string | null) => piecesOf(text ?? '')

/** Keeps the pieces by which a search among very many medicines finds those that contain its text. */
export function createPieces({ db, worthwhile = WORTHWHILE, few = FEW }: PiecesOptions) {
  const store = createPieceStore(db)
  let isWorthwhile = false

  /** Makes the pieces of some that need it; returns how many. */
  async function makeSome(): Promise<number> {
    return inTransaction(db, async (trx) => {
      const { lockUnpieced, remove, insert, markPieced } = createPieceStore(trx)
      const unpieced = await lockUnpieced(BATCH)
      const rows: { medicine_id: string; piece: string }[] = []
      for (const { id, before, text } of unpieced) {
        const [old, made] = [piecesOfText(before), piecesOfText(text)]
        await remove(id, differing(old, made))
        for (const piece of differing(made, old)) rows.push({ medicine_id: id, piece })
      }
      // Neighbours in the index one after the other: fewer pages of it are touched.
      await insert(rows.sort((a, b) => (a.piece < b.piece ? -1 : 1)))
      await markPieced(unpieced.map(({ id }) => id))
      return unpieced.length
    })
  }

  return {
    /**
     * Ids of all medicines that may contain a search where the name does not begin with it, and of some that do not.
     * Undefined where reading all texts is faster; both find the same.
     */
    async candidates(search: string | undefined): Promise<string[] | undefined> {
      if (!isWorthwhile || search === undefined || !hasPieces(search)) return undefined
      return store.candidates(search, few)
    },
    /** Makes the pieces of whatever was written since, by whatever release, until the signal aborts. */
    async make(signal: AbortSignal): Promise<void> {
      isWorthwhile = await store.hasMedicines(worthwhile)
      while (isWorthwhile && !signal.aborted) {
        const startedAt = performance.now()
        if ((await makeSome()) < BATCH) return
        // As long as it worked it rests: requests come first.
        await delay(performance.now() - startedAt, undefined, { signal }).catch(() => {})
      }
    },
  }
}
export type Pieces = ReturnType<typeof createPieces>
