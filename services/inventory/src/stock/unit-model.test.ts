import { addDays, type Batch, type Medicine } from '@mms/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchesOf, batchProblems, batchTools } from '../../test/batches.ts'
import { holdAction, stepOf } from '../../test/steps.ts'
import { buildMedicine, describeInventory, newId, type SentCommand } from '../../test/support.ts'
import { type Lot, type OracleLine, UnitOracle, type Verdict } from '../../test/unit-oracle.ts'

const FIRST_DAY = '2026-11-20'
const RUNS = 10

/** Expiry dates in days from today, or none. */
const date = fc.constantFrom(-1, 0, 1, 3, 200, 400, null)
const number = fc.constantFrom('A', 'B', 'C')
const units = fc.integer({ min: 1, max: 9 })
const nth = fc.nat(30)
const stock = fc.nat(12)

const step = fc.oneof(
  stepOf(3, 'deliver', { units, number, date }),
  stepOf(4, 'deliver', { units, date }),
  stepOf(2, 'deliver', { units }),
  stepOf(6, 'sell', { units, daysAgo: fc.constantFrom(0, 0, 0, 1, 3, 4) }),
  stepOf(2, 'sell', { units, nth }),
  stepOf(5, 'undo', { nth }),
  stepOf(2, 'giveBack', { units, nth }),
  stepOf(1, 'giveBack', { units }),
  stepOf(2, 'count', { units }),
  stepOf(1, 'count', { units, nth }),
  stepOf(2, 'writeOff', { units }),
  stepOf(1, 'writeOff', { units, nth }),
  stepOf(2, 'correctDate', { nth, date }),
  stepOf(2, 'giveNumber', { nth, to: fc.constantFrom('A', 'B', 'C', 'D') }),
  stepOf(2, 'hold', { nth, action: holdAction }),
  stepOf(2, 'form', { stock, date }),
  stepOf(1, 'import', { stock, date }),
  stepOf(1, 'midnight', {}),
  stepOf(1, 'convert', {}),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** An applied movement: the request and its effect. */
interface Done {
  id: string
  command: SentCommand
  lines: OracleLine[]
}

describeInventory('units and their expiry dates on $name', (inventory) => {
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
      const file = { fileName: 'a.csv', dryRun: false, setStock: true, rows: [{ row: 2, fields }] }
      const path = `/api/medicines/imports/${newId()}`
      const asked = { token: inventory.admin, body: file }
      const { body } = await inventory.client.put<{ rows: { kind: string }[] }>(path, asked)
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
        mayUndo ? oracle.undo(original.lines) : undefined,
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
      return send(id, { type: 'return', quantity: one.units, batch }, () => oracle.giveBack(one.units, lines))
    }

    async function hold(at: number, action: string) {
      const lot = chosen(at)
      if (!lot) return
      await act(action, { batchIds: [lot.batchId], reason: 'x' })
      oracle.hold(lot, action)
    }

    async function convert() {
      const body = { packSize: 3, packWord: 'strip', unitWord: 'tablet' }
      const path = `/api/medicines/${_id}/pack`
      const { status } = await inventory.client.put(path, { token: inventory.admin, body })
      expect(status).toBe(early ? 409 : 200)
      if (early) return
      early = new Set(done.map((one) => one.id))
      for (const lot of oracle.lots) lot.units *= 3
    }

    async function take(one: Step): Promise<unknown> {
      const id = newId()
      switch (one.kind) {
        case 'deliver': {
          const expiry = 'date' in one ? dateOf(one.date) : undefined
          const label = 'number' in one ? { number: one.number } : {}
          const batch = expiry === undefined ? undefined : { ...label, expiryDate: expiry }
          return send(id, { type: 'purchase', quantity: one.units, batch }, () =>
            oracle.receive(one.units, expiry === undefined ? undefined : { ...label, expiry }),
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
            isCount ? oracle.count(one.units, lot) : oracle.takeOut(one.units, lot),
          )
        }
        case 'correctDate':
          return correct(chosen(one.nth), { expiryDate: dateOf(one.date) }, (lot) => {
            lot.expiry = dateOf(one.date) ?? null
          })
        case 'giveNumber':
          return correct(chosen(one.nth), { number: one.to }, (lot) => oracle.giveNumber(lot, one.to))
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
      const batches = (await batchesOf(inventory, _id)).filter(({ stock }) => stock > 0)
      const real = batches.map((one) => [one.number, one.expiryDate, one.status, one.stock].join(' '))
      const lots = oracle.inStock.map((lot) => [lot.number, lot.expiry, lot.status, lot.units].join(' '))
      expect(real.toSorted()).toEqual(lots.toSorted())
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
  })
})
