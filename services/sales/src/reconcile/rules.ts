import { type MedicineState, stockEffect, transactionTypes } from '@mms/contracts'
import type { LedgerLine } from '../inventory/client.ts'
import type { TransactionRecord } from '../transactions/rules.ts'

export type MedicineStock = Pick<
  MedicineState,
  '_id' | 'stockVersion' | 'currentStock' | 'countedSince' | 'unitsTimes'
>

export interface BookedTransaction
  extends Pick<
    TransactionRecord,
    'id' | 'type' | 'direction' | 'quantity' | 'reverses' | 'balanceAfter' | 'packSize'
  > {
  movementVersion: number
}

export interface Finding {
  kind:
    | 'chain_broken'
    | 'stock_differs'
    | 'transaction_without_movement'
    | 'movement_differs'
    | 'movement_moved'
    | 'movement_without_transaction'
    | 'movement_of_refused_transaction'
  medicineId: string
  id: string | null
  detail: string
}

/** Checks that a ledger page (newest first) starts at version `high`, follows on to the line `above`, and adds up. */
export function checkLedgerChain(
  medicineId: string,
  page: LedgerLine[],
  high: number,
  above?: LedgerLine,
): Finding[] {
  const broken = (id: string | null, detail: string): Finding => ({
    kind: 'chain_broken',
    medicineId,
    id,
    detail,
  })
  if (page.length === 0) return [broken(null, `no lines from version ${high} down`)]
  return page.flatMap(({ _id, version, change, balanceAfter }, index) => {
    const next = index === 0 ? above : page[index - 1]
    const expected = index === 0 ? high : (next?.version ?? 0) - 1
    const before = balanceAfter - change
    if (version !== expected) return [broken(_id, `version ${version} where ${expected} belongs`)]
    if (version === 1 && before !== 0) return [broken(_id, `begins with ${before}`)]
    if (!next || next.balanceAfter - next.change === balanceAfter) return []
    return [broken(next._id, `${next.change} after ${balanceAfter} does not make ${next.balanceAfter}`)]
  })
}

export function compareBooked(
  { _id: medicineId, countedSince, unitsTimes }: MedicineStock,
  booked: BookedTransaction[],
  movements: LedgerLine[],
): Finding[] {
  const lines = new Map(movements.map((movement) => [movement._id, movement]))
  return booked.flatMap((transaction): Finding[] => {
    const { id, type, quantity, direction, reverses, movementVersion, balanceAfter, packSize } = transaction
    const movement = lines.get(id)
    const subject = { medicineId, id }
    if (!movement)
      return [{ ...subject, kind: 'transaction_without_movement', detail: `version ${movementVersion}` }]
    // Inventory multiplies packs of a command that arrives after the conversion to units.
    const isMultiplied = packSize === 1 && movementVersion > (countedSince ?? Number.POSITIVE_INFINITY)
    const units = quantity * (isMultiplied ? (unitsTimes ?? 1) : 1)
    const effect = stockEffect(type, units, direction ?? 'increase')
    const expected = [type, reverses ? -effect : effect, movementVersion, balanceAfter].join(' ')
    const found = [movement.type, movement.change, movement.version, movement.balanceAfter].join(' ')
    return expected === found
      ? []
      : [{ ...subject, kind: 'movement_differs', detail: `${found}, not ${expected}` }]
  })
}

const recordedTypes: readonly string[] = transactionTypes

/** Opening stock and adjustments by form have no transaction. */
export function checkUnbooked(line: LedgerLine, status: string | undefined): Finding[] {
  const { _id, medicineId, type, version, commanded } = line
  const subject = { medicineId, id: _id, detail: `${type}, version ${version}` }
  if (status === 'rejected' || status === 'cancelled') {
    return [{ ...subject, kind: 'movement_of_refused_transaction' }]
  }
  const isOwn = !commanded && (type === 'adjustment' || !recordedTypes.includes(type))
  return status || isOwn ? [] : [{ ...subject, kind: 'movement_without_transaction' }]
}
