import {
  type ConvertPack,
  type CreateMedicine,
  type DeliveryChanges,
  defaultPack,
  describeField,
  type Medicine,
  type MedicineState,
  medicineFieldNames,
  packPriceOf,
  type UpdateMedicine,
  unitMrpOrCostOf,
  unitPriceOf,
} from '@mms/contracts'

export type PurchaseValues = DeliveryChanges & Pick<MedicineState, 'costPrice'>

export interface MedicineEdit {
  before: MedicineState
  after: MedicineState
  /** Lines of the movement that this edit takes back. */
  undone?: readonly { batchId: string; effect: number }[] | undefined
}

/** Length of the indexed column; every valid name fits. */
const SORT_NAME_LENGTH = 200

/** Lower-cases here, because databases differ. JavaScript turns `İ` into `i` and a combining dot, which is removed. */
export function searchKey(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i')
}

export function sortName({ name }: { name: string }): string {
  return searchKey(name).slice(0, SORT_NAME_LENGTH).toWellFormed()
}

/** Recomputes each pack price that does not match its unit price. */
export function withPackPrices<
  M extends Omit<Partial<Medicine>, 'category'> & Pick<Medicine, 'packSize' | 'unitPrice'>,
>(medicine: M) {
  const { packSize, unitPrice, mrp, costPrice } = medicine
  const packPrice = packPriceOf(medicine.packPrice, unitPrice, packSize)
  const packMrp = mrp == null ? null : packPriceOf(medicine.packMrp, mrp, packSize)
  const packCost = costPrice == null ? costPrice : packPriceOf(medicine.packCost, costPrice, packSize)
  return { ...medicine, packPrice, packMrp, ...(packCost !== undefined && { packCost }) }
}

export const pricePairs = [
  ['packPrice', 'unitPrice', unitPriceOf],
  ['packMrp', 'mrp', unitMrpOrCostOf],
  ['packCost', 'costPrice', unitMrpOrCostOf],
] as const

type Changes = Partial<MedicineState>

/** Derives each unit price from the pack price, or the pack price if only the unit price changed. */
function pricesOf(before: Changes, changes: Changes) {
  const next = { ...before, ...changes }
  const { packSize = defaultPack.packSize } = next
  const isResized = packSize !== before.packSize
  const prices = pricePairs.flatMap(([packField, unitField, shareOf]) => {
    const [pack, unit] = [next[packField] ?? null, next[unitField] ?? null]
    const isPack =
      pack !== (before[packField] ?? null) ||
      unit === (before[unitField] ?? null) ||
      (isResized && changes[packField] != null)
    return isPack
      ? Object.entries({ [packField]: pack, [unitField]: pack && shareOf(pack, packSize) })
      : Object.entries({ [packField]: unit && packPriceOf(pack, unit, packSize), [unitField]: unit })
  })
  return Object.fromEntries(prices) as Pick<MedicineState, 'unitPrice' | 'mrp'>
}

const givenOf = <Input extends object>(input: Input) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Input]: Exclude<Input[Field], undefined>
  }

/** Null for each text field that a form leaves out. */
const noTexts = Object.fromEntries(
  medicineFieldNames.filter((field) => describeField(field).kind === 'text').map((field) => [field, null]),
) as { barcode: null; composition: null }

export function newMedicine(id: string, input: CreateMedicine, at: string): MedicineState {
  const given = givenOf(input)
  return {
    _id: id,
    ...noTexts,
    ...defaultPack,
    ...given,
    ...pricesOf({}, given),
    version: 1,
    createdAt: at,
    updatedAt: at,
    stockVersion: input.currentStock > 0 ? 1 : 0,
    deleted: false,
  }
}

export function editedMedicine(before: MedicineState, input: UpdateMedicine, at: string): MedicineState {
  const changes = givenOf(input)
  const edited = { ...before, ...changes, ...pricesOf(before, changes), currentStock: before.currentStock }
  return withStock(edited, input.currentStock, at)
}

export function withStock(before: MedicineState, currentStock: number, at: string): MedicineState {
  return {
    ...before,
    currentStock,
    version: before.version + 1,
    stockVersion: before.stockVersion + (currentStock === before.currentStock ? 0 : 1),
    updatedAt: at,
  }
}

/** Counts the stock in units instead of packs. Pack prices stay the same. */
export function convertedMedicine(before: MedicineState, pack: ConvertPack, at: string): MedicineState {
  const { packSize } = pack
  const prices = pricesOf(before, { packSize })
  const stockVersion = before.stockVersion + 1
  return {
    ...withStock({ ...before, ...pack, ...prices }, before.currentStock * packSize, at),
    minStockLevel: before.minStockLevel * packSize,
    stockVersion,
    countedSince: stockVersion,
    unitsTimes: packSize,
    countedAt: at,
  }
}

export function withPurchaseValues(medicine: MedicineState, purchased: PurchaseValues): MedicineState {
  const { unitPrice = medicine.unitPrice, costPrice = medicine.costPrice } = purchased
  return { ...medicine, unitPrice, costPrice }
}

export function publicMedicine(state: MedicineState): Medicine {
  const {
    stockVersion: _,
    deleted: __,
    countedSince: ___,
    unitsTimes: ____,
    countedAt: _____,
    ...medicine
  } = state
  return medicine
}
