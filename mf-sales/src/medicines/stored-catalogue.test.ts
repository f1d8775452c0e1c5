import '../../test/indexed-db.ts'
import { type CatalogueColumns, columnsOf, medicinesOf } from '@mms/contracts'
import { type StubbedCall, stubApi } from '@mms/sdk/test-support'
import { beforeEach, expect, it, vi } from 'vitest'
import { answerCatalogue, build } from '../../test/support.tsx'
import { applyChanges, buildIndex, type CatalogueChanges } from './catalogue-index.ts'
import { storedCatalogue } from './stored-catalogue.ts'

const zinc = build.medicine({ name: 'Zinc', currentStock: 10 })
const iron = build.medicine({ name: 'Iron', currentStock: 10 })
const rowOf = (stored = zinc, parts = {}) => ({ ...stored, sold: 0, barcode: null, batches: [], ...parts })
const columns = (...medicines: ReturnType<typeof rowOf>[]) => columnsOf(medicines as never)
const changesOf = (since: string, version: string, ...medicines: ReturnType<typeof rowOf>[]) =>
  ({ since, version, medicines, deleted: [] }) as unknown as CatalogueChanges
const unasked = (): CatalogueColumns => {
  throw new Error('The whole was not to be written')
}

/** What a page that is opened now begins with. */
async function readStocks() {
  const kept = await storedCatalogue.read()
  if (!kept) throw new Error('Nothing is kept')
  const index = await buildIndex(medicinesOf(kept.columns))
  for (const changes of kept.changes) applyChanges(index, changes)
  const { items } = index.find('', 99)
  return {
    version: kept.version,
    stocks: Object.fromEntries(items.map(({ name, currentStock }) => [name, currentStock])),
  }
}

beforeEach(async () => {
  await storedCatalogue.replace('v1', columns(rowOf(zinc), rowOf(iron)))
})

it('adds changes to the version from which they lead', async () => {
  await storedCatalogue.append(changesOf('v1', 'v2', rowOf(zinc, { currentStock: 9 })), unasked)
  await storedCatalogue.append(changesOf('v2', 'v3', rowOf(iron, { currentStock: 8 })), unasked)
  expect(await readStocks()).toEqual({ version: 'v3', stocks: { Zinc: 9, Iron: 8 } })
})

it('adds no changes to another version, which another tab has moved on', async () => {
  await storedCatalogue.append(changesOf('v1', 'v3', rowOf(zinc, { currentStock: 7 })), unasked)
  await storedCatalogue.append(changesOf('v1', 'v2', rowOf(zinc, { currentStock: 9 })), unasked)
  expect(await readStocks()).toEqual({ version: 'v3', stocks: { Zinc: 7, Iron: 10 } })
})

it('keeps the whole again after a write that failed', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('No space is left', 'QuotaExceededError')
  })
  await storedCatalogue.append(changesOf('v1', 'v2', rowOf(zinc, { currentStock: 9 })), unasked)
  put.mockRestore()
  expect(await readStocks()).toEqual({ version: 'v1', stocks: { Zinc: 10, Iron: 10 } })
  await storedCatalogue.append(changesOf('v2', 'v3', rowOf(iron, { currentStock: 8 })), unasked)
  expect(await readStocks()).toMatchObject({ version: 'v1' })
  const whole = () => columns(rowOf(zinc, { currentStock: 9 }), rowOf(iron, { currentStock: 7 }))
  await storedCatalogue.append(changesOf('v3', 'v4', rowOf(iron, { currentStock: 7 })), whole)
  expect(await readStocks()).toEqual({ version: 'v4', stocks: { Zinc: 9, Iron: 7 } })
})

/** A store whose stock falls by one with every version, and tabs of one browser at its counter. */
function openStore() {
  let stock = 10
  const versionOf = (at: number) => `2026-11-20/e.${10 - at}`
  const answers: ((call: StubbedCall) => unknown)[] = []
  const calls = stubApi({
    'GET /api/medicines/catalogue': async (call: StubbedCall) => {
      const since = call.query.get('since')
      const version = versionOf(stock)
      const medicines = [{ ...zinc, currentStock: stock }]
      await answers.shift()?.(call)
      if (since === version) return new Response(null, { status: 304 })
      return answerCatalogue(medicines, { version, ...(since && { since }) })
    },
  })
  return {
    calls,
    answers,
    sell: () => {
      stock -= 1
    },
    openTab: async () => {
      vi.resetModules()
      const { catalogue } = await import('./catalogue.ts')
      const close = catalogue.use()
      await expect.poll(() => catalogue.state().status).toBe('ready')
      await catalogue.refresh()
      return { ...catalogue, close, stock: () => catalogue.get(zinc._id)?.currentStock }
    },
  }
}

it('shows two tabs every change, whoever of them has received it', async () => {
  const store = openStore()
  const [one, other] = [await store.openTab(), await store.openTab()]
  for (let sale = 0; sale < 5; sale += 1) {
    store.sell()
    await (sale % 2 ? one : other).refresh()
    await expect.poll(() => [one.stock(), other.stock()]).toEqual([9 - sale, 9 - sale])
  }
  await expect.poll(async () => (await readStocks()).stocks).toEqual({ Zinc: 5, Iron: 10 })
  one.close()
  other.close()
})

it('asks again where another tab was faster than the answer', async () => {
  const store = openStore()
  const [slow, quick] = [await store.openTab(), await store.openTab()]
  const { promise, resolve } = Promise.withResolvers<void>()
  store.sell()
  store.answers.push(() => promise)
  const refreshed = slow.refresh()
  store.sell()
  await quick.refresh()
  await expect.poll(() => slow.stock()).toBe(8)
  resolve()
  await refreshed
  // The late answer was of the stock before.
  expect(slow.stock()).toBe(8)
  expect(await readStocks()).toMatchObject({ stocks: { Zinc: 8 } })
  slow.close()
  quick.close()
})
