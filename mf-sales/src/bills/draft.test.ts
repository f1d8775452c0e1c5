import { defaultBillSettings, type OfferedBatch, sumsOfBill } from '@mms/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountInWords } from '../words/bills.ts'
import { buildBill } from './ask-bill.ts'
import {
  acceptOffer,
  addUnits,
  type BillDraft,
  changeEntry,
  draftLinesOf,
  missingUnitsOf,
  newBillDraft,
  reasonAgainst,
  refuseDraft,
  removeEntry,
  restoreEntry,
  type SoldMedicine,
  soldMedicineOf,
  sumsOfDraft,
  type UnitsToAdd,
} from './draft.ts'
import { addPack } from './entry-field.tsx'
import { addPayment, amountDueOf, cashChangeOf, isPhone, parsePaise, upiAddress } from './payments.ts'

const settings = { ...defaultBillSettings, taxStatus: 'regular' as const, version: 3 }
const DAY = '2026-11-28'

const medicineOf = (parts: Partial<SoldMedicine> = {}): SoldMedicine => ({
  ...{ _id: 'dolo', name: 'Dolo 650', manufacturer: 'Micro Labs', hsn: '3004', schedule: 'none' },
  ...{ taxClass: 'medicine', packSize: 15, packWord: 'strip', unitWord: 'tablet' },
  ...{ packPrice: 3_500, packMrp: 3_500, ...parts },
})
const batchOf = (number: string, units: number, parts: Partial<OfferedBatch> = {}): OfferedBatch => ({
  ...{ _id: `id-${number}`, number, units, expiryDate: '2027-05-31', packPrice: 3_500, packMrp: 3_500 },
  ...parts,
})
const draftOf = (...sold: Omit<UnitsToAdd, 'id'>[]): BillDraft =>
  sold.reduce((draft, each, at) => addUnits(draft, { id: `entry ${at}`, ...each })[0], newBillDraft())
const shares = (draft: BillDraft) =>
  draftLinesOf(draft.entries).map(({ batch, units }) => `${units} of ${batch?.number}`)

describe('the lines of a draft', () => {
  const batches = [batchOf('A', 10), batchOf('B', 30, { packPrice: 3_000 })]

  it('take from the batch that expires first, and go on with the next at its own price', () => {
    const draft = draftOf({ medicine: medicineOf(), units: 24, batches })
    expect(shares(draft)).toEqual(['10 of A', '14 of B'])
    expect(sumsOfDraft(draft, settings, DAY).sums.total).toBe(2_333 + 2_800)
  })

  it('share a batch with earlier lines of the same medicine', () => {
    const chosen = { _id: 'id-A', number: 'A', reason: 'The customer wants it' }
    const draft = draftOf(
      { medicine: medicineOf(), units: 8, batches, chosen },
      { medicine: medicineOf(), units: 5, batches },
    )
    expect(shares(draft)).toEqual(['8 of A', '2 of A', '3 of B'])
    expect(draftLinesOf(draft.entries)[0]?.batch?.reason).toBe(chosen.reason)
  })

  it('keep what no batch has, and say how much that is', () => {
    const draft = draftOf({ medicine: medicineOf(), units: 50, batches })
    expect(shares(draft)).toEqual(['10 of A', '40 of B'])
    expect(missingUnitsOf(draft.entries, draft.entries[0] as never)).toBe(10)
  })

  it('have no batch while none is known', () => {
    const draft = draftOf({ medicine: medicineOf(), units: 4, batches: null })
    expect(draftLinesOf(draft.entries)).toMatchObject([{ units: 4, packPrice: 3_500 }])
    expect(draftLinesOf(draft.entries)[0]).not.toHaveProperty('batch')
  })

  it('never lose a unit or a paisa of a discount', () => {
    const stock = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 5 })
    fc.assert(
      fc.property(stock, fc.integer({ min: 1, max: 90 }), fc.nat(200), (stocks, units, paise) => {
        const all = stocks.map((there, at) => batchOf(`N${at}`, there))
        const sold = { id: 'entry', medicine: medicineOf(), units, batches: all }
        const [draft, entry] = addUnits(newBillDraft(), sold)
        const lines = draftLinesOf(changeEntry(draft, entry.id, { discount: { paise } }).entries)
        expect(lines.reduce((sum, line) => sum + line.units, 0)).toBe(units)
        const discounts = lines.map(({ discount }) => (discount && 'paise' in discount ? discount.paise : 0))
        expect(discounts.reduce((a, b) => a + b, 0)).toBe(paise)
      }),
    )
  })
})

describe('a draft', () => {
  const sold = { medicine: medicineOf(), units: 15, batches: [batchOf('A', 60)] }
  const notConverted = { ...sold, medicine: medicineOf({ packSize: 1 }) }

  it('adds a medicine to its entry, unless that counts packs of another size', () => {
    const draft = draftOf(sold, sold, { ...sold, medicine: medicineOf({ _id: 'zinc' }) }, notConverted)
    expect(draft.entries.map(({ units }) => units)).toEqual([30, 15, 15])
  })

  it('gives a removed entry back, and takes payments back with each change', () => {
    const paid = { ...draftOf(sold), payments: [{ mode: 'cash' as const, amount: 3_500 }] }
    const removed = removeEntry(paid, paid.entries[0]?.id ?? '')
    expect(removed).toMatchObject({ entries: [], payments: [] })
    expect(restoreEntry(removed).entries).toEqual(paid.entries)
    expect(restoreEntry(newBillDraft()).entries).toEqual([])
  })

  it('refuses a price above the MRP and a discount above the amount by name', () => {
    const dear = draftOf({ ...sold, batches: [batchOf('A', 60, { packMrp: 3_400 })] })
    expect(sumsOfDraft(dear, settings, DAY).problem).toBe('The price of Dolo 650 is above its MRP')
    const cut = { ...draftOf(sold), discount: { paise: 3_501 } }
    expect(sumsOfDraft(cut, settings, DAY).problem).toBe('The discount of the bill is more than its amount')
  })

  it.each(['H1', 'X'])('wants patient and doctor for schedule %s', (schedule) => {
    const draft = draftOf({ ...sold, medicine: medicineOf({ schedule }) })
    const reason = reasonAgainst(draft, sumsOfDraft(draft, settings, DAY))
    expect(reason).toContain('Enter the patient and the doctor')
    const customer = { name: 'Meera', phone: '', address: '', gstin: null, stateCode: null }
    const named = { ...draft, customer, doctor: { name: 'Dr Rao', registration: '' } }
    expect(reasonAgainst(named, sumsOfDraft(named, settings, DAY))).toBeUndefined()
  })

  it('is under a new id after a refusal, with each line marked and its offer taken by a key', () => {
    const draft = draftOf(sold, { ...sold, medicine: medicineOf({ _id: 'zinc', name: 'Zinc' }) })
    const prices = { packSize: 10, taxClass: 'nil', packPrice: 2_000, packMrp: 2_100 }
    const offer = { ...prices, units: 4, batches: [batchOf('Z', 4)] }
    const refusal = { _id: 'line-2', code: 'x', message: '4 left', offer }
    const refused = refuseDraft(draft, ['line-1', 'line-2'], [refusal])
    expect(refused.id).not.toBe(draft.id)
    expect(refused.entries.map((entry) => entry.refusal?.message)).toEqual([undefined, '4 left'])
    const taken = acceptOffer(refused, refused.entries[1] as never)
    expect(taken.entries[1]).toMatchObject({ units: 4, medicine: { packSize: 10, taxClass: 'nil' } })
    expect(taken.entries[1]?.refusal).toBeUndefined()
    const none = { ...refusal, offer: { ...offer, units: 0, batches: [] } }
    const empty = refuseDraft(draft, ['line-1', 'line-2'], [none])
    expect(acceptOffer(empty, empty.entries[1] as never).entries).toHaveLength(1)
  })

  it('sells strips for the packs of a medicine that was converted, at most what is offered', () => {
    const offer = { packSize: 15, taxClass: 'medicine', packPrice: 3_500, packMrp: 3_500, batches: [] }
    const draft = draftOf(notConverted)
    const sells = (units: number) =>
      acceptOffer(draft, { ...draft.entries[0], refusal: { offer: { ...offer, units } } } as never)
    expect([300, 20].map((units) => sells(units).entries[0]?.units)).toEqual([225, 20])
  })

  it('becomes a body and a paper with the same sums', () => {
    const counter = { _id: 'c', code: 'A', name: 'Front', secret: 's'.repeat(32) }
    const draft = draftOf(sold)
    const given = { year: '26-27', number: 123, day: DAY, madeAt: '2026-11-28T10:00:00.000Z' }
    const { body, paper } = buildBill({ draft, counter, settings, seller: { id: 'u', name: 'Asha' } }, given)
    expect(paper).toMatchObject({ number: 'A/26-27/000123', title: 'Tax Invoice', payable: 3_500 })
    expect(body).toMatchObject({ _id: draft.id, number: 123, settingsVersion: 3, payable: 3_500 })
    expect(body.lines.map(({ _id }) => _id)).toEqual(paper.lines.map(({ _id }) => _id))
    const { rateBp, net, taxable } = paper.lines[0] as (typeof paper.lines)[number]
    const alone = sumsOfBill({
      ...{ taxStatus: 'regular', interState: false, billDiscount: null, roundOff: 'capped' },
      lines: [{ rateBp, packSize: 15, packPrice: 3_500, packMrp: 3_500, units: 15, discount: null }],
    })
    expect(alone).toMatchObject({ lines: [{ net, taxable }] })
  })
})

it('copies pack prices of a catalogue entry in paise', () => {
  const medicine = { _id: 'a', name: 'A', category: '', currentStock: 1, unitPrice: 2.33, expiryDate: null }
  expect(soldMedicineOf({ ...medicine, packSize: 15, packPrice: 35, mrp: 2.33 })).toMatchObject({
    ...{ packPrice: 3_500, packMrp: 3_495, taxClass: 'medicine', hsn: '3004' },
  })
})

it('adds a scanned pack to the packs, and keeps the loose units', () => {
  expect(['2', '.10', '2.10', ''].map(addPack)).toEqual(['3', '1.10', '3.10', '1'])
})

describe('payments', () => {
  it('knows mobile numbers, and landlines with their STD code', () => {
    const mobile = ['9822012345', '98220 12345', '+91 98220-12345', '09822012345']
    const good = [...mobile, '020 2553 1234', '(020) 25531234']
    const wrong = ['', '98220', '98220123456', '0982201234', '+92 9822012345', 'Meera 9822012345']
    expect([...good, ...wrong].filter(isPhone)).toEqual(good)
  })

  it.each([
    ['444', 44_400],
    ['1,444.5', 144_450],
    ['.50', null],
    ['12.345', null],
    ['', null],
  ])('reads %s', (text, paise) => expect(parsePaise(text)).toBe(paise))

  it('adds modes up, and gives change for cash only', () => {
    const upi = addPayment([], 44_400, { mode: 'upi', typed: 40_000 })
    const payments = 'payments' in upi ? upi.payments : []
    expect(amountDueOf(44_400, payments)).toBe(4_400)
    const card = addPayment(payments, 4_400, { mode: 'card', typed: 5_000 })
    expect(card).toEqual({ error: 'More than the amount due' })
    const cash = addPayment(payments, 4_400, { mode: 'cash', typed: 50_00 })
    const both = 'payments' in cash ? cash.payments : []
    expect(both[1]).toEqual({ mode: 'cash', amount: 4_400, tendered: 5_000 })
    expect([amountDueOf(44_400, both), cashChangeOf(both)]).toEqual([0, 600])
  })

  it('takes exact cash where nothing is typed', () => {
    const cash = addPayment([], 44_400, { mode: 'cash', typed: null })
    expect(cash).toEqual({ payments: [{ mode: 'cash', amount: 44_400 }] })
  })

  it('writes the address that payment apps scan', () => {
    const address = upiAddress({ upiId: 'shop@bank', name: 'Rao & Sons' }, 44_400, 'id-1')
    expect(address).toBe('upi://pay?pa=shop@bank&pn=Rao%20%26%20Sons&am=444.00&cu=INR&tr=id-1')
  })
})

it.each([
  [0, 'Rupees Zero Only'],
  [44_400, 'Rupees Four Hundred Forty Four Only'],
  [1_00_000_50, 'Rupees One Lakh and Fifty Paise Only'],
  [
    12_34_56_789_01,
    'Rupees Twelve Crore Thirty Four Lakh Fifty Six Thousand Seven Hundred Eighty Nine and One Paise Only',
  ],
])('writes %i paise in words', (paise, words) => expect(amountInWords(paise)).toBe(words))
