import type { Logger } from '@mms/service-kit'
import { type Inventory, OutcomeUnknownError } from '../inventory/client.ts'
import { commandOf } from '../outcomes/command.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import type { Sources } from './medicine.ts'
import { WINDOW } from './store.ts'

export interface ResendOptions extends Sources {
  inventory: Pick<Inventory, 'movements' | 'apply'>
  log: Logger
}

/** If the movement lands at another place, people have to judge. */
async function sendAgain(options: ResendOptions, record: TransactionRecord): Promise<void> {
  const { store, inventory, report, log } = options
  const { id, medicineId, movementVersion, balanceAfter } = record
  const outcome = await inventory.apply(record, commandOf(record)).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknownError)) throw error
    return { outcome: 'unknown' as const, message: error.message }
  })
  log.warn({ transactionId: id, outcome }, 'sent again, because the ledger lacked it')
  if (outcome.outcome !== 'applied') return
  const { version, balanceAfter: balance } = outcome
  if (version === movementVersion && balance === balanceAfter) return
  await store.move(record, version, balance)
  const detail = `now version ${version}, balance ${balance}; was version ${movementVersion}, balance ${balanceAfter}`
  await report([{ kind: 'movement_moved', medicineId, id, detail }])
}

/** Resends missing commands oldest first, so that each gets its old place; returns how many. */
export async function resendMissing(options: ResendOptions, medicineId: string, highest: number) {
  const { store, inventory, signal } = options
  let sent = 0
  for (let low = 1; low <= highest; low += WINDOW) {
    const high = low + WINDOW - 1
    const lines = await inventory.movements(medicineId, high + 1, signal)
    const inLedger = new Set(lines.map(({ _id }) => _id))
    const records = await store.records(medicineId, low, high)
    for (const record of records.filter(({ id }) => !inLedger.has(id))) {
      signal.throwIfAborted()
      await sendAgain(options, record)
      sent += 1
    }
  }
  return sent
}
