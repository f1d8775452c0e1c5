import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectConsistent } from '../../test/consistent.ts'
import { buildMedicine } from '../../test/medicines.ts'
import { NOON, openStore } from '../../test/support.ts'
import { QUIET_MS } from '../alerts/changes.ts'
import type { InventoryMedicine } from '../medicines/store.ts'
import { groupSimilarMedicines } from '../rules/category.ts'
import type { Finding } from '../rules/finding.ts'
import { judgeMedicine } from '../rules/judge.ts'

const HOUR = 3_600_000
const MEDICINES = 3
const factors = {
  ...{ seasonal: true, seasonalTrend: { winter: 2.5, spring: 1, summer: 1, fall: 1.6 } },
  ...{ climateDependent: false, climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 } },
}

type Step =
  | { do: 'change'; which: number; to: Partial<InventoryMedicine> }
  | { do: 'wait'; hours: number }
  | { do: 'generate' }
  | { do: 'resolve'; which: number }
  | { do: 'season'; season: 'winter' | 'spring' | 'fall' }

const dates = ['2026-11-21', '2026-11-28', '2026-12-05', '2026-12-25', '2027-02-19', '2027-12-01']
const which = fc.nat(MEDICINES - 1)
const change = fc.record(
  {
    currentStock: fc.integer({ min: 0, max: 30 }),
    minStockLevel: fc.integer({ min: 0, max: 12 }),
    expiryDate: fc.constantFrom(null, ...dates),
    deleted: fc.constantFrom(false, false, false, true),
    demandFactors: fc.constantFrom(factors, { ...factors, seasonal: false }),
  },
  { requiredKeys: [] },
)
const changing = fc.record({ do: fc.constant('change' as const), which, to: change })
const others: fc.Arbitrary<Step>[] = [
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ do: fc.constant('generate' as const) }),
  fc.record({ do: fc.constant('season' as const), season: fc.constantFrom('winter', 'spring', 'fall') }),
]
const resolving = fc.record({ do: fc.constant('resolve' as const), which: fc.nat(20) })
const steps = (...kinds: fc.Arbitrary<Step>[]) =>
  fc.array(fc.oneof(changing, ...others, ...kinds), { minLength: 1, maxLength: 14 })

/** Fixed, so that a failure comes from a code change and not from chance. */
const SEED = 20_261_121
const RUNS = { sqlite: 60, mariadb: 25 }

describe.each(testDatabases())('whatever happens in whatever order on $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database))
  let medicines: InventoryMedicine[]
  let at: number

  async function begin(): Promise<void> {
    const { db } = store.database
    for (const table of ['alerts', 'alert_counts', 'outbox', 'medicines']) await db(table).delete()
    at = Date.parse(NOON)
    store.setNow(NOON)
    await store.tellConditions()
    medicines = Array.from({ length: MEDICINES }, () =>
      buildMedicine({ category: 'Antipyretics', composition: 'Paracetamol 500 mg' }),
    )
    await store.receive(...medicines)
  }

  /** Runs the rules themselves on each present medicine: these alerts must be open. */
  async function holding(): Promise<Map<string, Finding[]>> {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date(at))
    const { season, climate } = await store.database.db('conditions').first()
    const present = medicines.filter(({ deleted }) => !deleted)
    const beside = groupSimilarMedicines(present, today)
    const conditions = { season, climate, receivedAt: new Date(at), expected: new Map() }
    return new Map(
      present.map((medicine) => [
        medicine._id,
        judgeMedicine(medicine, { today, conditions, returnNoticeDays: 90, ...beside(medicine) }).findings,
      ]),
    )
  }

  const open = () => store.database.db('alerts').whereNotNull('open_cause')
  const told = ({ cause, severity, message }: Finding) => `${cause} | ${severity} | ${message}`

  async function take(step: Step): Promise<void> {
    if (step.do === 'wait') {
      at += step.hours * HOUR
      store.setNow(new Date(at).toISOString())
    }
    if (step.do === 'season') await store.tellConditions({ season: step.season })
    if (step.do === 'generate') await store.generate()
    if (step.do === 'change') {
      medicines[step.which] = await store.change(medicines[step.which] as InventoryMedicine, step.to)
    }
    if (step.do === 'resolve') {
      const ids = await open().orderBy('id').pluck('id')
      if (ids.length > 0) await store.put(ids[step.which % ids.length], { status: 'resolved' })
    }
  }

  const check = (sequence: fc.Arbitrary<Step[]>, judged: () => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(sequence, async (taken) => {
        await begin()
        for (const step of taken) await take(step)
        await store.generate()
        await judged()
        await expectConsistent(store.database.db)
      }),
      { numRuns: RUNS[database.name], seed: SEED },
    )

  test('exactly the causes that hold are open, once each, as they are now', () =>
    check(steps(), async () => {
      for (const [id, findings] of await holding()) {
        const rows: Finding[] = await open().where({ medicine_id: id })
        expect(rows.map(told).toSorted()).toEqual(findings.map(told).toSorted())
      }
      const ids = medicines.filter(({ deleted }) => deleted).map(({ _id }) => _id)
      expect(await open().whereIn('medicine_id', ids)).toEqual([])
    }))

  test('with people who resolve, a cause is quiet only because somebody said so', () =>
    check(steps(resolving), async () => {
      const ranks = ['low', 'medium', 'high']
      for (const [id, findings] of await holding()) {
        const rows: Finding[] = await open().where({ medicine_id: id })
        const isOpen = (finding: Finding) => rows.some(({ cause }) => cause === finding.cause)
        expect(rows.every(({ cause }) => findings.some((finding) => finding.cause === cause))).toBe(true)
        for (const finding of findings.filter((each) => !isOpen(each))) {
          const silenced = { medicine_id: id, quiet_cause: finding.cause }
          const quiet = await store.database.db('alerts').where(silenced)
          const [last] = quiet
          expect(quiet).toHaveLength(1)
          expect(at - new Date(last.resolved_at).getTime()).toBeLessThan(QUIET_MS)
          expect(ranks.indexOf(finding.severity)).toBeLessThanOrEqual(ranks.indexOf(last.severity))
        }
      }
    }))
})
