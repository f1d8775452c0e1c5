import {
  createMedicineSchema,
  describeIssue,
  type ImportedRow,
  type ImportRow,
  type MedicineState,
  type UpdateMedicine,
  updateMedicineSchema,
} from '@mms/contracts'
import type { z } from 'zod'
import { editedMedicine, newMedicine, pricePairs, searchKey, sortName } from '../medicines/rules.ts'

const importedValuesSchema = updateMedicineSchema
  .omit({ demandFactors: true })
  .partial()
  .required({ name: true })
type ImportedValues = z.output<typeof importedValuesSchema>

export interface RowVerdict extends ImportedRow {
  before?: MedicineState
  after?: MedicineState
}

export interface RowJudgeOptions {
  present: readonly MedicineState[]
  /** States of a medicine that earlier imports changed. */
  replaced: ReadonlyMap<string, MedicineState[]>
  touched: ReadonlyMap<string, number>
  setStock: boolean
  newId: () => string
  at: string
}

const refused = (row: number, errors: Record<string, string>): RowVerdict => ({
  row,
  kind: 'refused',
  errors,
})

function errorsOf({ issues }: z.ZodError): Record<string, string> {
  const named = issues.flatMap((issue) => {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])]
    return fields.map((field) => [field, issue.message] as const)
  })
  return Object.fromEntries(named.toReversed())
}

const isSame = (a: unknown, b: unknown) => (a ?? null) === (b ?? null)

/**
 * Lists the prices that an earlier import of these values set; it replaced one of `states`. Deriving them again would
 * give other prices. A value that is neither the old nor the current one is a new edit.
 */
function settledPrices(medicine: MedicineState, values: ImportedValues, states: MedicineState[]): string[] {
  return states.flatMap((state) => {
    const priced = editedMedicine(state, { currentStock: 0, ...values } as UpdateMedicine, medicine.updatedAt)
    if (priced.packSize !== medicine.packSize) return []
    return pricePairs.flatMap(([pack, unit]) => {
      const isSettled = (field: typeof pack | typeof unit) =>
        isSame(priced[field], medicine[field]) &&
        (values[field] === undefined || [state, medicine].some((one) => isSame(values[field], one[field])))
      return isSettled(pack) && isSettled(unit) ? [pack, unit] : []
    })
  })
}

const push = (map: Map<string, MedicineState[]>, key: string, medicine: MedicineState) =>
  map.set(key, [...(map.get(key) ?? []), medicine])

/**
 * Matches rows in order; each row sees the changes of earlier rows. A row matches a medicine by barcode, else by name
 * and manufacturer unless both have a barcode. Without a match it adds a medicine.
 */
export function createRowJudge({ present, replaced, touched: before, setStock, newId, at }: RowJudgeOptions) {
  const byBarcode = new Map<string, MedicineState>()
  const byName = new Map<string, MedicineState[]>()
  const touched = new Map(before)
  const add = (medicine: MedicineState) => {
    if (medicine.barcode) byBarcode.set(medicine.barcode, medicine)
    push(byName, sortName(medicine), medicine)
  }
  for (const medicine of present) add(medicine)

  function matchesOf({ name, manufacturer, barcode }: ImportedValues): MedicineState[] {
    const same = barcode && byBarcode.get(barcode)
    if (same) return [same]
    return (byName.get(sortName({ name })) ?? []).filter(
      (medicine) =>
        (!barcode || !medicine.barcode) &&
        (!manufacturer || searchKey(medicine.manufacturer) === searchKey(manufacturer)),
    )
  }

  function added(row: number, fields: unknown): RowVerdict {
    const parsed = createMedicineSchema.safeParse(fields, { error: describeIssue })
    if (!parsed.success) return refused(row, errorsOf(parsed.error))
    const after = newMedicine(newId(), parsed.data, at)
    add(after)
    touched.set(after._id, row)
    return { row, kind: 'added', after }
  }

  function changed(row: number, parsed: ImportedValues, medicine: MedicineState): RowVerdict {
    const { currentStock, expiryDate } = medicine
    const settled = settledPrices(medicine, parsed, replaced.get(medicine._id) ?? [])
    const given = Object.entries(parsed).filter(([field]) => !settled.includes(field))
    const values = Object.fromEntries(given) as ImportedValues
    // The file may be older than the batches in stock, so it keeps their units and date.
    const batch = setStock ? {} : { currentStock, ...(expiryDate && { expiryDate }) }
    const after = editedMedicine(medicine, { currentStock, ...values, ...batch } as UpdateMedicine, at)
    touched.set(medicine._id, row)
    const fields = Object.keys(values) as (keyof ImportedValues)[]
    if (fields.every((field) => isSame(after[field], medicine[field]))) {
      return { row, kind: 'unchanged' }
    }
    add(after)
    const stockChange = after.currentStock - medicine.currentStock
    return { row, kind: 'changed', before: medicine, after, ...(stockChange !== 0 && { stockChange }) }
  }

  return ({ row, fields }: ImportRow): RowVerdict => {
    const parsed = importedValuesSchema.safeParse(fields, { error: describeIssue })
    if (!parsed.success) return refused(row, errorsOf(parsed.error))
    const [medicine, another] = matchesOf(parsed.data)
    if (!medicine) return added(row, fields)
    if (another) return refused(row, { name: 'applies to several medicines: add manufacturer or barcode' })
    const earlier = touched.get(medicine._id)
    if (earlier !== undefined) return refused(row, { name: `is already in row ${earlier}` })
    return changed(row, parsed.data, medicine)
  }
}
