import type { ListMedicinesQuery, Medicine } from '@mms/contracts'
import { createStoreClock } from '@mms/service-kit'
import { createRandom } from '@mms/service-kit/random'
import { migrateForTest, type OpenTestDatabase, testDatabases } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine, log, NOON, newId } from '../../test/support.ts'
import { type CatalogueService, createCatalogueService } from '../catalogue/service.ts'
import { createMedicineJson } from '../medicines/json-cache.ts'
import { newMedicine, searchText, sortName } from '../medicines/rules.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { migrations } from '../migrations/list.ts'
import { piecesOf } from './rules.ts'
import { createPieces } from './service.ts'

const SEED = 20_261_122
const MEDICINES = 200
const SEARCHES = 60
const NEVER = new AbortController().signal

const words = [
  'amoxi', 'cillin', 'para', 'ceta', 'mol', ' ', ' ', ' ', '650', ' mg', '(10)', '%', '_', '\\', "'", '"', 'a_b', '50%', '--',
  'Dolo', 'ÄRZTE', 'straße', 'SS', 'İst', 'ıst', 'é', 'e\u0301', 'E\u0301', 'Å', 'A\u030a', '\u0301', 'क्रो', 'सिन', 'क़', '\u0958', 'औ',
  '😀', '👩\u200d⚕', 'ﬁ', 'ǅ', 'ΑΣ', 'σας', 'Ⅷ', '한', '\u1112\u1161\u11ab', '\u00a0', '\ufeff', '\u{10ffff}', 'ẞ', 'aaaa', 'aa',
] // biome-ignore format: a list to glance over

describe.each(testDatabases())('a search by pieces on $name', ({ open }) => {
  const { int, chance, pick } = createRandom(SEED)
  let database: OpenTestDatabase
  let db: Knex
  beforeAll(async () => {
    database = await open()
    db = database.db
    await migrateForTest(database, migrations, { log })
  })
  afterAll(() => database.close())

  const clock = createStoreClock('Asia/Kolkata', () => new Date(NOON))
  const makePieces = () => createPieces({ db, worthwhile: 1, few: 1_000 })
  const text = () =>
    Array.from({ length: int(1, 7) }, () => pick(words))
      .join('')
      .trim() || 'x'
  const categories = ['Antibiotics', 'Vitamins', 'Other'] as const
  const build = () => ({
    ...newMedicine(
      newId(),
      {
        ...buildMedicine({
          name: chance(0.05) ? text().repeat(40).slice(0, 200).toWellFormed().trim() : text(),
          manufacturer: chance(0.3) ? '' : text(),
          category: pick(categories),
          currentStock: int(0, 20),
          expiryDate: chance(0.5) ? '2026-12-01' : '2028-01-01',
        }),
        demandFactors: {} as never,
      },
      NOON,
    ),
    deleted: chance(0.05),
  })
  const insert = (count: number) => createMedicineStore(db).insert(Array.from({ length: count }, build))

  /** As a release does that knows no pieces. */
  async function changeAsYesterday(): Promise<void> {
    const ids: string[] = await db('medicines').pluck('id')
    for (const id of ids.filter(() => chance(0.2))) {
      const medicine = build()
      const row = {
        name: medicine.name,
        search_text: searchText(medicine),
        manufacturer: medicine.manufacturer,
      }
      const deleted = chance(0.3)
      await db('medicines')
        .where({ id })
        .update({ ...row, category: medicine.category, sort_name: deleted ? null : sortName(medicine) })
    }
    await insert(30)
  }

  async function piecesAreThoseOfTexts(): Promise<void> {
    const rows = await db('medicines').select('id', 'search_text', 'sort_name')
    const wanted = rows.flatMap(({ id, search_text, sort_name }) =>
      sort_name === null ? [] : [...piecesOf(String(search_text))].map((piece) => `${id} ${piece}`),
    )
    const stored = await db('medicine_pieces').select('medicine_id', 'piece')
    expect(stored.map(({ medicine_id, piece }) => `${medicine_id} ${piece}`).toSorted()).toEqual(
      wanted.toSorted(),
    )
    expect(await db('medicines').where('unpieced', 1).pluck('id')).toEqual([])
  }

  /** Ids and totals of the first pages. */
  async function pages({ page }: CatalogueService, query: ListMedicinesQuery, limit: number) {
    const read: [string[], number][] = []
    for (let after: string | undefined; read.length < 3; ) {
      const { json, total, next } = await page({ ...query, after }, limit)
      read.push([JSON.parse(json).map(({ _id }: Medicine) => _id), total])
      if (!next) break
      after = next
    }
    return read
  }

  const searchFor = (texts: string[]): string => {
    const letters = [...pick(texts)]
    const from = int(0, letters.length - 1)
    const found = chance(0.1) ? text() : letters.slice(from, from + int(1, chance(0.1) ? 60 : 9)).join('')
    return (chance(0.5) ? found.toUpperCase() : found).trim()
  }

  /** As a request does: what is asked is trimmed, and empty is nothing. */
  async function findsTheSame(): Promise<{ byPieces: number; found: number }> {
    const pieces = makePieces()
    await pieces.make(AbortSignal.abort())
    let byPieces = 0
    const candidates = async (search: string | undefined) => {
      const found = await pieces.candidates(search)
      if (found) byPieces += 1
      return found
    }
    const looking = createCatalogueService({ db, clock, pieces: { candidates }, json: createMedicineJson() })
    const reading = createCatalogueService({
      db,
      clock,
      pieces: { candidates: async () => undefined },
      json: createMedicineJson(),
    })
    const rows = await db('medicines').select('name', 'manufacturer', 'category', 'search_text')
    const texts = rows.flatMap((row) => [
      row.name,
      row.name,
      row.category,
      String(row.search_text),
      row.manufacturer || 'x',
    ])
    let found = 0
    for (let round = 0; round < SEARCHES; round += 1) {
      const query = {
        search: searchFor(texts) || undefined,
        filter: chance(0.3) ? pick(['low-stock', 'expiring', 'expired'] as const) : undefined,
        category: chance(0.2) ? pick(categories) : undefined,
      } as ListMedicinesQuery
      const limit = int(1, 9)
      const expected = await pages(reading, query, limit)
      expect(await pages(looking, query, limit), JSON.stringify(query)).toEqual(expected)
      expect(await looking.list(query), JSON.stringify(query)).toEqual(await reading.list(query))
      found += expected[0]?.[0].length ?? 0
    }
    return { byPieces, found }
  }

  test('finds the rows, pages and totals that reading every text finds, whoever wrote them when', async () => {
    await insert(MEDICINES)
    const before = await findsTheSame()
    await makePieces().make(NEVER)
    await piecesAreThoseOfTexts()
    const made = await findsTheSame()
    await changeAsYesterday()
    const changed = await findsTheSame()
    await makePieces().make(NEVER)
    await piecesAreThoseOfTexts()
    for (const { byPieces, found } of [before, made, changed, await findsTheSame()]) {
      expect(byPieces).toBeGreaterThan(SEARCHES)
      expect(found).toBeGreaterThan(SEARCHES)
    }
  })

  test('has whole pieces however many replicas make them while others write', async () => {
    await insert(60)
    const replicas = [makePieces(), makePieces(), makePieces()]
    await Promise.all([...replicas.map(({ make }) => make(NEVER)), changeAsYesterday()])
    await makePieces().make(NEVER)
    await piecesAreThoseOfTexts()
  })
})
