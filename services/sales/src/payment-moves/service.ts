import { type CreatePaymentMove, type PaymentMove, storeDate, sumOf } from '@mms/contracts'
import { catchUp, inTransaction, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { BillRecord } from '../bills/rules.ts'
import { findBill, findReturnable } from '../bills/service.ts'
import { checkFingerprint, type DrawerRequest, provenPlaceOf } from '../drawers/service.ts'
import { createDrawerLocks, type MoneyPlace } from '../drawers/store.ts'
import { createReturnStore } from '../returns/store.ts'
import { formatRupees } from '../transactions/replies.ts'
import { createMoveStore } from './store.ts'

type MoveRequest = DrawerRequest<CreatePaymentMove> & { billId: string }

type Held = Awaited<ReturnType<ReturnType<typeof createMoveStore>['listHeld']>>

const isFirst = ({ kind, position }: Held[0]) => kind === 'bill' && position === 0

/** A wrong mode is corrected while the bill's drawer is open. Without a drawer it is corrected on the bill's day. */
async function correctionPlace(trx: Knex.Transaction, bill: BillRecord, today: string) {
  const { counterId, id, document } = bill
  const open = await createDrawerLocks(trx).holdOpen([counterId])
  const drawerId = (await createMoveStore(trx).listHeld(id)).find(isFirst)?.drawerId ?? null
  if (drawerId === null ? document.day === today : open.get(counterId)?.id === drawerId)
    return { counterId, drawerId }
  const message = 'The payment can be corrected only while the drawer of this bill is open'
  throw problem.conflict('sales.drawer_closed', message)
}

/** Paying off credit brings new money, which belongs to the drawer of the counter that receives it. */
async function receiptPlace(trx: Knex.Transaction, move: CreatePaymentMove, { counterId }: BillRecord) {
  if (move.counter) return provenPlaceOf(trx, move.counter)
  await createDrawerLocks(trx).holdOpen([counterId])
  return { counterId, drawerId: null }
}

/** Amount that can be moved away from a mode. A correction cannot move money that another drawer received. */
const movable = (held: Held, from: PaymentMove['from'], { drawerId }: MoneyPlace): number =>
  sumOf(
    held
      .filter(({ mode }) => mode === from)
      .filter((own) => from === 'credit' || own.kind === 'note' || own.drawerId === drawerId)
      .map(({ amount }) => amount),
  )

export function createMoveService(db: Knex, timeZone: string) {
  async function insert(trx: Knex.Transaction, { billId, body, fingerprint, by }: MoveRequest) {
    await createReturnStore(trx).lockRefunds()
    const store = createMoveStore(trx)
    const bill = await findReturnable(trx, billId)
    const stored = await store.find(body._id)
    if (stored) {
      checkFingerprint(stored.fingerprint, fingerprint)
      return { move: stored.move, replayed: true }
    }
    const { _id, from, to, amount, reference } = body
    const day = storeDate(timeZone)
    const place =
      from === 'credit' ? await receiptPlace(trx, body, bill) : await correctionPlace(trx, bill, day)
    const held = await store.listHeld(billId)
    const most = Math.max(0, movable(held, from, place))
    if (amount > most) {
      const message = `At most ${formatRupees(most)} of this bill can be moved from ${from}`
      throw problem.conflict('sales.nothing_to_move', message, { errors: { amount: message } })
    }
    const move = { _id, from, to, amount, reference, recordedAt: new Date().toISOString(), by }
    const position = held.filter(({ kind }) => kind !== 'note').length
    await store.insert({ move, billId, fingerprint, place, day, position })
    const after = { from, to, amount, reference }
    await recordChange(trx, { action: 'payment.moved', subject: bill.document.number, after })
    return { move, replayed: false }
  }

  return {
    async move(request: MoveRequest): Promise<{ move: PaymentMove; replayed: boolean }> {
      await catchUp(db)
      return inTransaction(db, (trx) => insert(trx, request))
    },
    async list(billId: string): Promise<PaymentMove[]> {
      await findBill(db, billId)
      return createMoveStore(db).list(billId)
    },
    listOpenCredits: (phone: string) => createMoveStore(db).listOpenCredits(phone),
  }
}
export type MoveService = ReturnType<typeof createMoveService>
