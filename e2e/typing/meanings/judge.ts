import { createMedicineIndex, type MedicineIndex, type Searchable } from '@mms/medicine-search'
import type { Random } from '@mms/service-kit/random'
import type { HandWritten } from './by-hand.ts'
import type { Branded } from './families.ts'
import { namesOf } from './names.ts'
import { type Row, rowsOf, rowsOfMissing } from './rows.ts'
import { shelfOf } from './shelf.ts'

export interface Judged {
  rows: number
  meant: number
  /** Another medicine than meant was taken. */
  wrong: string[]
  /** A medicine was meant and none was taken. */
  needless: string[]
  /** A medicine was meant and another is listed first. */
  notFirst: string[]
}

/** Medicine that Enter takes. */
function takenBy(index: MedicineIndex<Searchable>, text: string) {
  const { items, isSure } = index.find(text, 1)
  return { first: items[0]?.name, taken: isSure ? items[0]?.name : undefined }
}

function judge(index: MedicineIndex<Searchable>, rows: readonly Row[], judged: Judged): void {
  for (const { rule, text, meant } of rows) {
    const { first, taken } = takenBy(index, text)
    judged.rows += 1
    if (meant !== undefined) judged.meant += 1
    if (taken !== undefined && taken !== meant)
      judged.wrong.push(`${rule}: ${text} takes ${taken}, not ${meant}`)
    if (meant !== undefined && taken === undefined) judged.needless.push(`${rule}: ${text} means ${meant}`)
    if (meant !== undefined && first !== meant)
      judged.notFirst.push(`${rule}: ${text} lists ${first}, not ${meant}`)
  }
}

const nothing = (): Judged => ({ rows: 0, meant: 0, wrong: [], needless: [], notFirst: [] })

/** Judges rows with their own shelf. */
export function judgeShelves(rows: readonly HandWritten[]): Judged {
  const judged = nothing()
  for (const { shelf, text, meant } of rows) {
    const items = shelf.map((name) => ({ _id: name, name, manufacturer: '', category: '', sold: 0 }))
    judge(createMedicineIndex(items), [{ rule: `before ${shelf.join('; ')}`, text, meant }], judged)
  }
  return judged
}

/** Judges family rows on shelves of `size` medicines, half of them families. */
export function judgeFamilies(
  families: readonly (readonly Branded[])[],
  size: number,
  random: Random,
): Judged {
  const judged = nothing()
  for (let from = 0; from < families.length; ) {
    let to = from
    for (let held = 0; to < families.length; to += 1) {
      held += families[to]?.length ?? 0
      if (held > size / 2) break
    }
    const held = families.slice(from, Math.max(to, from + 1))
    judgeShelf(held, shelfOf(held, size, random), judged, random)
    from += held.length
  }
  return judged
}

function judgeShelf(
  families: readonly (readonly Branded[])[],
  shelf: readonly Searchable[],
  judged: Judged,
  random: Random,
): void {
  const index = createMedicineIndex(shelf)
  const names = namesOf(shelf)
  const byName = new Map(shelf.map((item) => [item.name, item]))
  for (const family of families) {
    judge(index, rowsOf(family, names, random), judged)
    for (const medicine of family) {
      const item = byName.get(medicine.name) as Searchable
      index.remove(item._id)
      judge(index, rowsOfMissing(medicine, names, random), judged)
      index.put(item)
    }
  }
}
