import { addDays, type DemandFactors } from '@mms/contracts'
import { expect, test } from 'vitest'
import { buildMedicine } from '../../test/medicines.ts'
import { medicineSchema } from '../medicines/store.ts'
import { groupSimilarMedicines } from './category.ts'
import { expiryOfLots, expiryRule } from './expiry.ts'
import type { Conditions, JudgedMedicine } from './finding.ts'
import { judgeMedicine, rules } from './judge.ts'
import { lowStockRule } from './low-stock.ts'

const TODAY = '2026-11-21'
const receivedAt = new Date(TODAY)
const conditions: Conditions = { season: 'fall', climate: 'dry', receivedAt, expected: new Map() }
const noOthers = { category: { usable: 0, minimum: 0 }, sameSalts: { enough: [], low: [] } }
const situation = { today: TODAY, conditions, returnNoticeDays: 90, ...noOthers }
type Given = Partial<Omit<JudgedMedicine, '_id'>>

/** Returns the severity of each finding of a rule. */
function severities(rule: keyof typeof rules, given: Given, others: Given[] = [], today = TODAY) {
  const [medicine, ...rest] = [given, ...others].map((each) => buildMedicine(each))
  const own = medicine as JudgedMedicine
  const beside = groupSimilarMedicines([own, ...rest], today)(own)
  return rules[rule](own, { ...situation, today, ...beside })?.map(({ severity }) => severity)
}

test.each([
  ['above the minimum', 11, 10, []],
  ['at the minimum', 10, 10, ['low']],
  ['just above half', 6, 10, ['low']],
  ['at half', 5, 10, ['medium']],
  ['half of an odd minimum', 3, 7, ['medium']],
  ['nothing left', 0, 10, ['high']],
  ['nothing wanted and nothing there', 0, 0, ['high']],
  ['nothing wanted', 1, 0, []],
])('low_stock: %s', (_, currentStock, minStockLevel, expected) => {
  expect(severities('low_stock', { currentStock, minStockLevel })).toEqual(expected)
})

test.each([
  ['no date', null, 2_000, []],
  ['the day after the notice', '2027-02-20', 2_000, []],
  ['the last day of the notice', '2027-02-19', 2_000, ['low return_to_distributor']],
  ['the day after the window', '2026-12-22', 2_000, ['low return_to_distributor']],
  ['the last day of the window', '2026-12-21', 2_000, ['low expiry']],
  ['fifteen days', '2026-12-06', 2_000, ['low expiry']],
  ['fourteen days', '2026-12-05', 2_000, ['medium expiry']],
  ['eight days', '2026-11-29', 2_000, ['medium expiry']],
  ['seven days', '2026-11-28', 2_000, ['high expiry']],
  ['today', TODAY, 2_000, ['high expiry']],
  ['yesterday', '2026-11-20', 2_000, ['high expired']],
  ['much money, a long time', '2027-02-19', 5_000, ['medium return_to_distributor']],
  ['much money, two weeks', '2026-12-05', 5_000, ['high expiry']],
  ['much money, a week', '2026-11-28', 9_000, ['high expiry']],
  ['not quite much', '2026-12-05', 4_999, ['medium expiry']],
  ['little money, a week', '2026-11-28', 199, ['medium expiry']],
  ['little money, a month', '2026-12-21', 199, ['low expiry']],
  ['not quite little', '2026-11-28', 200, ['high expiry']],
  ['expired, whatever it is worth', '2026-11-20', 1, ['high expired']],
])('expiry: %s', (_, expiryDate, rupees, expected) => {
  const found = expiryOfLots({ unitPrice: rupees / 100 }, [{ expiryDate, units: 100 }], situation)
  expect(found.map(({ severity, type }) => `${severity} ${type}`)).toEqual(expected)
  // Without stock nothing can be lost.
  expect(severities('expiry', { expiryDate, currentStock: 0 })).toEqual([])
})

test('expiry: each lot is a cause of its own, worth its own price; lots of one date are one', () => {
  const lots = [
    { expiryDate: '2026-11-01', units: 2 },
    { expiryDate: '2026-12-01', units: 3 },
    { expiryDate: '2026-12-01', units: 4, unitPrice: 10 },
    { expiryDate: '2027-12-01', units: 5 },
    { expiryDate: null, units: 6 },
  ]
  const found = expiryOfLots({ unitPrice: 150.5 }, lots, situation)
  expect(found.map(({ cause, message }) => [cause, message])).toEqual([
    ['expiry 2026-11-01', '2 units, ₹301, expired on 1 Nov 2026'],
    ['expiry 2026-12-01', '7 units, ₹491.50, expire on 1 Dec 2026'],
  ])
})

const factors = (fall: number, dry = 1): DemandFactors => ({
  seasonal: true,
  seasonalTrend: { winter: 1, spring: 1, summer: 1, fall },
  climateDependent: dry !== 1,
  climateFactors: { rainy: 1, dry, cold: 1, hot: 1 },
})

test.each([
  ['at the threshold', factors(1.3), 0, []],
  ['above it, and covered', factors(1.4), 15, []],
  ['above it, and just not covered', factors(1.4), 14, ['low']],
  ['at the first band', factors(1.5), 0, ['low']],
  ['above the first band', factors(1.6), 0, ['medium']],
  ['at the second band', factors(2), 0, ['medium']],
  ['above the second band, season times climate', factors(1.5, 1.4), 0, ['high']],
  ['factors that do not count', { ...factors(3), seasonal: false }, 0, []],
])('high_demand_predicted: %s', (_, demandFactors, currentStock, expected) => {
  expect(severities('high_demand_predicted', { demandFactors, currentStock })).toEqual(expected)
})

test('high_demand_predicted: stock must cover what is expected to be wanted', () => {
  const medicine = buildMedicine({ name: 'Cetirizine', currentStock: 60, demandFactors: factors(1.8) })
  const foundFor = (units: number, countedAt?: string) => {
    const converted = { ...medicine, unitsTimes: 15, countedAt }
    const expected = new Map([[medicine._id, { units, days: 14 }]])
    return rules.high_demand_predicted(converted, { ...situation, conditions: { ...conditions, expected } })
  }
  expect(foundFor(60)).toEqual([])
  const kind = { cause: 'high_demand_predicted', type: 'high_demand_predicted', severity: 'medium' }
  const message = 'About 61 needed in the next 14 days, 60 left (1.8× demand: fall)'
  expect(foundFor(60.5)).toEqual([{ ...kind, message }])
  // Demand received before a conversion counts packs.
  expect(foundFor(5, `${TODAY}T00:00:00.000Z`)).toEqual([])
  expect(foundFor(5, `${TODAY}T00:00:00.001Z`)).toHaveLength(1)
  // What has expired covers nothing.
  const dated = (expiryDate: string) => rules.high_demand_predicted({ ...medicine, expiryDate }, situation)
  expect(dated(TODAY)).toEqual([])
  const expired = '1.8× demand: fall; 0 unexpired of 60 left, 18 needed'
  expect(dated(addDays(TODAY, -1))).toMatchObject([{ message: expired }])
})

test('high_demand_predicted is not judged while season and climate were never told', () => {
  const medicine = buildMedicine({ currentStock: 0, demandFactors: factors(3) })
  const { findings, isJudged } = judgeMedicine(medicine, { ...situation, conditions: null })
  expect(findings.map(({ type }) => type)).toEqual(['low_stock'])
  const judged = ['high_demand_predicted', 'low_stock', 'of tomorrow'].map(isJudged)
  expect(judged).toEqual([false, true, false])
})

const antipyretic: Given = { category: 'Antipyretics', minStockLevel: 10 }
test.each([
  ['low, and the category is short', 5, [{ ...antipyretic, currentStock: 15 }], TODAY, ['low']],
  ['low, and the category is not short', 5, [{ ...antipyretic, currentStock: 16 }], TODAY, []],
  ['not low itself', 11, [{ ...antipyretic, currentStock: 0 }], TODAY, []],
  ['what has expired does not count', 50, [{ ...antipyretic, currentStock: 0 }], '2026-11-30', ['low']],
  ['a month without a disease', 5, [], '2026-12-15', []],
  ['dengue in September', 5, [], '2026-09-15', ['medium']],
])('disease_pattern_risk: %s', (_, currentStock, others, today, expected) => {
  const expiryDate = currentStock === 50 ? '2026-11-25' : null
  const given = { ...antipyretic, currentStock, expiryDate }
  expect(severities('disease_pattern_risk', given, others, today)).toEqual(expected)
})

test('disease_pattern_risk: names the diseases, the most usual first, and is high above twice the average', () => {
  const medicine = buildMedicine({ name: 'Amoxicillin', category: 'Antibiotics', currentStock: 3 })
  const today = '2026-07-01'
  const beside = groupSimilarMedicines([medicine], today)(medicine)
  const kind = { cause: 'disease_pattern_risk', type: 'disease_pattern_risk', severity: 'high' }
  const message =
    'Cholera and acute diarrhoea are common in July, and stock of Antibiotics is low: 3 left (min 10)'
  const found = rules.disease_pattern_risk(medicine, { ...situation, today, ...beside })
  expect(found).toEqual([{ ...kind, message }])
})

const steroid = (name: string, currentStock: number, more: Given = {}): Given => ({
  ...{ name, composition: 'Prednisolone 10 mg tablets', category: 'Steroids', currentStock },
  ...more,
})
test.each([
  ['not low', steroid('A', 11), [steroid('B', 50)], []],
  ['no similar one', steroid('A', 0), [], []],
  ['low, another has enough', steroid('A', 1), [steroid('B', 50)], ['low']],
  ['out, another has enough', steroid('A', 0), [steroid('B', 50)], ['medium']],
  ['low, and so are the others', steroid('A', 1), [steroid('B', 10)], ['medium']],
  ['out, and the others are low', steroid('A', 0), [steroid('B', 10)], ['high']],
  [
    'what has expired is no alternative',
    steroid('A', 1),
    [steroid('B', 50, { expiryDate: '2026-11-20' }), steroid('C', 2)],
    ['medium'],
  ],
  ['another category of the same salt', steroid('A', 1), [steroid('B', 50, { category: 'Other' })], ['low']],
  [
    'a mere neighbour of the category',
    steroid('Budesonide 0.5 mg/2 ml nebuliser suspension (5)', 0, { composition: null }),
    [steroid('B', 50), steroid('C', 0)],
    [],
  ],
  [
    'what is not understood',
    steroid('A', 0, { composition: 'Witch hazel 5 mg' }),
    [steroid('B', 50, { composition: 'Witch hazel 5 mg' })],
    [],
  ],
])('recommended_stock: %s', (_, medicine, others, expected) => {
  expect(severities('recommended_stock', medicine, others)).toEqual(expected)
})

test('recommended_stock: names three, the same strength and form first, others as such, never itself', () => {
  const weaker = (name: string, stock: number) =>
    steroid(name, stock, { composition: 'Prednisolone 5 mg tablets' })
  const messageOf = (...others: Given[]) => {
    const medicines = [steroid('A', 1), ...others].map((each) => buildMedicine(each))
    const own = medicines[0] as JudgedMedicine
    const beside = groupSimilarMedicines(medicines, TODAY)(own)
    return rules.recommended_stock(own, { ...situation, ...beside })?.[0]?.message
  }
  expect(messageOf(...[20, 50, 40, 30].map((stock) => steroid(`S${stock}`, stock)))).toBe(
    'Low: 1 left (min 10). Same salt in stock: S50 (50), S40 (40) and S30 (30)',
  )
  expect(messageOf(weaker('W90', 90), steroid('S20', 20), weaker('W80', 80), weaker('W70', 70))).toBe(
    'Low: 1 left (min 10). Same salt in stock: S20 (20). Same salt in another form or strength: W90 (90) and W80 (80)',
  )
  expect(messageOf(steroid('Drops', 30, { composition: 'Prednisolone 10 mg eye drops' }))).toBe(
    'Low: 1 left (min 10). Same salt in another form or strength: Drops (30)',
  )
  expect(messageOf(...[20, 50, 40, 30].map((stock) => steroid(`S${stock}`, 2)))).toBe(
    'Low: 1 left (min 10). Also low, with the same salt: S20, S30 and S40 and 1 more',
  )
})

test('no message is longer than its column, whatever names people give', () => {
  const today = '2026-09-15'
  const long = {
    ...{ name: 'न'.repeat(200), composition: 'Paracetamol 500 mg', category: 'Antipyretics' },
    ...{ currentStock: 0, demandFactors: factors(3) },
  }
  const medicines = Array.from({ length: 5 }, () => buildMedicine(long))
  for (const all of [medicines, [...medicines, buildMedicine({ ...long, currentStock: 999_999_999 })]]) {
    const own = all[0] as JudgedMedicine
    const beside = groupSimilarMedicines(all, today)(own)
    const { findings } = judgeMedicine(own, { ...situation, today, ...beside })
    expect(findings.map(({ type }) => type)).toContain('recommended_stock')
    for (const { message } of findings) expect(message.length).toBeLessThanOrEqual(1_000)
  }
})

test('what a later inventory adds to the factors does not hide those that are known', () => {
  const { demandFactors } = medicineSchema.parse({
    ...buildMedicine(),
    demandFactors: { ...factors(2), holidays: { diwali: 3 }, seasonalTrend: { fall: 2, monsoon: 4 } },
  })
  expect(demandFactors).toMatchObject({ seasonal: true, seasonalTrend: { winter: 1, fall: 2 } })
})

test('each batch of a medicine is a cause of its own, held or not', () => {
  const batches = [
    { number: 'A', expiryDate: '2026-11-20', status: 'available', stock: 100 },
    { number: 'B', expiryDate: '2026-12-05', status: 'recalled', stock: 100 },
    { number: 'C', expiryDate: '2030-01-31', status: 'available', stock: 100 },
  ]
  const medicine = buildMedicine({ expiryDate: '2026-11-20', currentStock: 300, minStockLevel: 150, batches })
  const found = expiryRule(medicine, situation)?.map(({ severity, type }) => `${severity} ${type}`)
  expect(found).toEqual(['high expired', 'medium expiry'])
  expect(lowStockRule(medicine, situation)).toEqual([])
})

test('the batches of a date are named, as many as there is room for', () => {
  const messageOf = (numbers: (string | null)[]) => {
    const lots = numbers.map((number) => ({ expiryDate: '2026-11-20', units: 5, ...(number && { number }) }))
    return expiryOfLots({ unitPrice: 20 }, lots, situation)[0]?.message
  }
  expect(messageOf(['A', null])).toMatch(/ \(batch A\)$/)
  expect(messageOf(['A', 'B', 'C', 'D', 'E'])).toMatch(/ \(batch A, B, C and 2 more\)$/)
  expect(messageOf([null])).not.toContain('batch')
})

test('low stock tells how much of it has not expired', () => {
  const medicine = buildMedicine({ currentStock: 14, minStockLevel: 40, expiryDate: '2026-11-20' })
  const messageOn = (today: string) => lowStockRule(medicine, { ...situation, today })
  expect(messageOn('2026-11-20')).toMatchObject([{ message: 'Low: 14 left (min 40)' }])
  expect(messageOn('2026-11-21')).toMatchObject([{ message: 'Low: 0 unexpired of 14 left (min 40)' }])
})
