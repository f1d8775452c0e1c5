import { addDays, type Batch, type Medicine } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batchesOf, batchProblems, batchTools } from '../../test/batches.ts'
import { buildMedicine, newId, openInventory, type SentCommand } from '../../test/support.ts'
import { type Lot, type OracleLine, UnitOracle, type Verdict } from '../../test/unit-oracle.ts'

const FIRST_DAY = '2026-11-20'
const RUNS = 10

/** Expiry dates in days from today, or none. */
const date = fc.constantFrom(-1, 0, 1, 3, 200, 400, null)
const number = fc.constantFrom('A', 'B', 'C')
const units = fc.integer({ min: 1, max: 9 })
const nth = fc.nat(30)
const kind = <K extends string>(name: K) => fc.constant(name)

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kind('deliver'), units, number, date }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('deliver'), units, date }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('deliver'), units }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind('sell'), units, daysAgo: fc.constantFrom(0, 0, 0, 1, 3, 4) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('sell'), units, nth }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('undo'), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('giveBack'), units, nth }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('giveBack'), units }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('count'), units }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('count'), units, nth }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('writeOff'), units }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('writeOff'), units, nth }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('correctDate'), nth, date }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('giveNumber'), nth, to: fc.constantFrom('A', 'B', 'C', 'D') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('hold'),
      nth,
      action: fc.constantFrom('quarantine', 'recall', 'release'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('form'), stock: fc.nat(12), date }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('import'), stock: fc.nat(12), date }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('midnight') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('convert') }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** An applied movement: the request and its effect. */
interface Done {
  id: string
  command: SentCommand
  lines: OracleLine[]
}

describe.each(testDatabases())('units and their expiry dates on $name', (database) => {
  const inventory = openForTests(() => openInventory(database))
  const { act, save, list } = batchTools(() => inventory)

  async function run(steps: Step[]) {
    let today = FIRST_DAY
    const noonOf = (day: string) => `${day}T06:30:00.000Z`
    inventory.setNow(noonOf(today))
    const oracle = new UnitOracle(today)
    const manufacturer = `Maker ${newId()}`
    const { _id, name } = await inventory.create({
      ...{ manufacturer, currentStock: 4, expiryDate: addDays(today, 2) },
    })
    oracle.form(4, addDays(today, 2))
    const done: Done[] = []
    /** Ids of movements before the conversion; undefined if there was none yet. */
    let early: Set<string> | undefined
    const dateOf = (days: number | null | undefined) =>
      typeof days === 'number' ? addDays(today, days) : days
    const chosen = (at: number | undefined): Lot | undefined => {
      const known = oracle.lots.filter(({ batchId }) => batchId !== undefined)
      return at === undefined ? undefined : known[at % Math.max(1, known.length)]
    }

    async function send(id: string, command: SentCommand, decide: () => Verdict) {
      const { status, body } = await inventory.command(id, { medicineId: _id, ...command })
      expect(status).toBe(200)
      const lines = decide()
      if (body.outcome !== 'applied' || !lines) {
        expect(body.outcome, JSON.stringify(body)).toBe(lines ? 'applied' : 'rejected')
        return
      }
      expect(body.lines).toHaveLength(lines.length)
      for (const { batchId, number, expiryDate, effect } of body.lines ?? []) {
        const line =
          lines.find(({ lot }) => lot.batchId === batchId) ??
          lines.find(
            ({ lot }) => lot.batchId === undefined && lot.number === number && lot.expiry === expiryDate,
          )
        expect(line, 'the batch that the oracle chose').toBeDefined()
        if (line) line.lot.batchId = batchId
        expect([number, expiryDate, effect]).toEqual([line?.lot.number, line?.lot.expiry, line?.effect])
      }
      done.push({ id, command, lines })
    }

    const find = async (lot: Lot): Promise<Batch> =>
      (await list(_id, '?empty=true', inventory.admin)).find((batch) => batch._id === lot.batchId) as Batch

    async function correct(lot: Lot | undefined, body: object, apply: (lot: Lot) => void) {
      if (!lot || lot.units === 0) return
      const { status } = await save(await find(lot), body)
      const isTaken = 'number' in body && oracle.lots.some((one) => one !== lot && one.number === body.number)
      expect(status).toBe(isTaken ? 409 : 200)
      if (!isTaken) apply(lot)
    }

    async function saveForm(one: { stock: number; date: number | null }) {
      const expiryDate = dateOf(one.date) ?? null
      const body = buildMedicine({ name, manufacturer, currentStock: one.stock, expiryDate })
      const { status } = await inventory.client.put(`/api/medicines/${_id}`, { token: inventory.admin, body })
      expect(status).toBe(oracle.form(one.stock, expiryDate) ? 200 : 409)
    }

    async function saveFile(one: { stock: number; date: number | null }) {
      const expiryDate = dateOf(one.date) ?? null
      const fields = { name, currentStock: one.stock, expiryDate: expiryDate ?? '' }
      const { body } = await inventory.client.put<{ rows: { kind: string }[] }>(
        `/api/medicines/imports/${newId()}`,
        {
          token: inventory.admin,
          body: { fileName: 'a.csv', dryRun: false, setStock: true, rows: [{ row: 2, fields }] },
        },
      )
      expect(body.rows[0]?.kind === 'refused').toBe(!oracle.form(one.stock, expiryDate))
    }

    function sell(id: string, one: { units: number; nth?: number; daysAgo?: number }) {
      const lot = chosen(one.nth)
      const madeOn = addDays(today, -(one.daysAgo ?? 0))
      const batch = lot && { _id: lot.batchId as string, reason: 'asked for' }
      return send(id, { type: 'sale', quantity: one.units, batch, madeAt: noonOf(madeOn) }, () =>
        oracle.sell(one.units, (one.daysAgo ?? 0) <= 3 ? madeOn : today, lot),
      )
    }

    async function undo(id: string, at: number) {
      const original = done[at % Math.max(1, done.length)]
      if (!original) return
      const { batch: _, ...command } = original.command
      const isOnce = !command.reverses && !done.some((other) => other.command.reverses === original.id)
      const mayUndo = isOnce && !early?.has(original.id)
      await send(id, { ...command, reverses: original.id }, () =>
        mayUndo ? oracle.undo(original.lines, original.id) : undefined,
      )
    }

    function giveBack(id: string, one: { units: number; nth?: number }) {
      const sold = one.nth === undefined ? undefined : done[one.nth % Math.max(1, done.length)]
      const isSale = sold?.command.type === 'sale' && !sold.command.reverses
      const lines = isSale ? sold.lines : []
      let left = one.units
      const shares = lines.flatMap(({ lot, effect }) => {
        const back = Math.min(left, -effect)
        left -= back
        return back > 0 ? [{ batchId: lot.batchId as string, units: back }] : []
      })
      const batch = isSale ? { shares } : undefined
      return send(id, { type: 'return', quantity: one.units, batch }, () =>
        oracle.giveBack(id, one.units, lines),
      )
    }

    async function hold(at: number, action: string) {
      const lot = chosen(at)
      if (!lot) return
      await act(action, { batchIds: [lot.batchId], reason: 'x' })
      oracle.hold(lot, action)
    }

    async function convert() {
      const body = { packSize: 3, packWord: 'strip', unitWord: 'tablet' }
      const { status } = await inventory.client.put(`/api/medicines/${_id}/pack`, {
        ...{ token: inventory.admin, body },
      })
      expect(status).toBe(early ? 409 : 200)
      if (early) return
      early = new Set(done.map((one) => one.id))
      for (const lot of oracle.lots) lot.units *= 3
    }

    async function take(one: Step): Promise<unknown> {
      const id = newId()
      switch (one.kind) {
        case 'deliver': {
          const { number: label, date: days } = { number: undefined, date: undefined, ...one }
          const expiry = dateOf(days)
          const named = {
            ...(label && { number: label }),
            ...(expiry !== undefined && { expiryDate: expiry }),
          }
          const batch = Object.keys(named).length > 0 ? named : undefined
          return send(id, { type: 'purchase', quantity: one.units, batch }, () =>
            oracle.receive(
              id,
              one.units,
              batch && { ...(label && { number: label }), ...(expiry !== undefined && { expiry }) },
            ),
          )
        }
        case 'sell':
          return sell(id, one)
        case 'undo':
          return undo(id, one.nth)
        case 'giveBack':
          return giveBack(id, one)
        case 'count':
        case 'writeOff': {
          const lot = chosen('nth' in one ? one.nth : undefined)
          const batch = lot && { _id: lot.batchId as string }
          const isCount = one.kind === 'count'
          const command = { type: isCount ? ('adjustment' as const) : ('expired' as const), batch }
          return send(id, { ...command, quantity: one.units }, () =>
            isCount ? oracle.count(id, one.units, lot) : oracle.takeOut(one.units, lot),
          )
        }
        case 'correctDate':
          return correct(chosen(one.nth), { expiryDate: dateOf(one.date) }, (lot) => {
            lot.expiry = dateOf(one.date) ?? null
          })
        case 'giveNumber':
          return correct(chosen(one.nth), { number: one.to }, (lot) => {
            lot.number = one.to
            oracle.compareWithRecalls()
          })
        case 'hold':
          return hold(one.nth, one.action)
        case 'form':
          return saveForm(one)
        case 'import':
          return saveFile(one)
        case 'convert':
          return convert()
        case 'midnight':
          today = addDays(today, 1)
          oracle.today = today
          inventory.setNow(noonOf(today))
      }
    }

    /** Expects that stock and books give each unit the expiry date that it came with or was corrected to. */
    async function compare() {
      const shown = ({
        number,
        expiryDate,
        status,
        stock,
      }: Omit<Awaited<ReturnType<typeof batchesOf>>[number], 'createdAt' | '_id'>) =>
        [number || '-', expiryDate ?? '-', status, stock].join(' ')
      const real = (await batchesOf(inventory, _id)).filter(({ stock }) => stock > 0).map(shown)
      const expected = oracle.inStock.map((lot) =>
        shown({ number: lot.number ?? '', expiryDate: lot.expiry, status: lot.status, stock: lot.units }),
      )
      expect(real.toSorted()).toEqual(expected.toSorted())
      const body = await inventory.read<Medicine>(`/api/medicines/${_id}`)
      expect([body.currentStock, body.expiryDate]).toEqual([oracle.stock, oracle.expiryDate])
    }

    for (const one of steps) {
      await take(one)
      await compare()
    }
    expect(await batchProblems(inventory, _id)).toEqual([])
  }

  test('every unit keeps its expiry date, and what is sold is what the oracle sells', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), run), {
      numRuns: RUNS,
      seed: 43,
    })
  }, 240_000)
})
