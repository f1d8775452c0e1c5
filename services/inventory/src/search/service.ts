import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction } from '@mms/service-kit'
import type { Knex } from 'knex'
import { hasPieces, piecesOf } from './rules.ts'
import { createPieceStore } from './store.ts'

/** From so many medicines on, reading the text of each costs more than keeping pieces. */
const WORTHWHILE = 5_000
/** So many candidates are compared one by one; where there are more, reading in order fills a page soon. */
const FEW = 800
/** Searches that are remembered to have more. */
const REMEMBERED = 500
/** How long it rests between two transactions, by how long the last one took: requests and imports come first. */
const REST = 5
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
  /** Searches with too many candidates when last looked up: a hint of what is faster, forgotten every few seconds. */
  const tooMany = new Set<string>()

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
      if (!isWorthwhile || search === undefined || !hasPieces(search) || tooMany.has(search)) return undefined
      const found = await store.candidates(search, few)
      if (!found && tooMany.size < REMEMBERED) tooMany.add(search)
      return found
    },
    /** Makes the pieces of whatever was written since, by whatever release, until the signal aborts. */
    async make(signal: AbortSignal): Promise<void> {
      tooMany.clear()
      isWorthwhile = await store.hasMedicines(worthwhile)
      while (isWorthwhile && !signal.aborted) {
        const startedAt = performance.now()
        if ((await makeSome()) < BATCH) return
        const rest = REST * (performance.now() - startedAt)
        await delay(rest, undefined, { signal }).catch(() => {})
      }
    },
  }
}
export type Pieces = ReturnType<typeof createPieces>
