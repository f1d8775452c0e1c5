import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type CreateBill, type CreateNote, type Drawer, financialYearOf, storeDate } from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'

type Proof = CreateBill['counter']
type Mode = 'cash' | 'upi'

/** Money that a counter knows to have gone in or out, in paise. */
export interface KnownMoney {
  counterId: string
  cash: number
  upi: number
  cashEntries: number
}

export type Post = <T>(
  path: string,
  body: object,
  as: 'admin' | 'staff',
) => Promise<{ status: number; body: T } | undefined>

interface Options {
  counter: Proof
  post: Post
  random: Random
  patience: AbortSignal
}

interface SoldBill {
  _id: string
  /** Units that no note has returned, by line. */
  left: Map<string, number>
  /** What the bill still has of each mode. */
  held: Record<Mode, number>
}

const RECENT = 10

/**
 * One counter's drawer: opened, filled, counted and closed, while bills of the last minutes are returned in part and
 * their payments corrected. Every request is repeated until it is decided.
 */
export function createDrawerDay({ counter, post, random, patience }: Options) {
  const known: KnownMoney = { counterId: counter._id, cash: 0, upi: 0, cashEntries: 0 }
  const recent: SoldBill[] = []
  let drawer: Drawer | undefined

  async function untilDecided<T>(path: string, body: object, retried: number[] = []) {
    while (!patience.aborted) {
      const answer = await post<T>(path, body, 'admin')
      if (answer && answer.status < 500 && !retried.includes(answer.status)) return answer
      await delay(random.int(30, 300))
    }
    return undefined
  }

  async function open(): Promise<void> {
    const openedAt = new Date().toISOString()
    const body = { _id: randomUUID(), counter, float: 100_000, pharmacist: 'Asha Rao', openedAt }
    drawer = (await untilDecided<Drawer>('/api/bills/drawers', body))?.body
  }

  async function enterCash(): Promise<void> {
    if (!drawer) return
    const [direction, amount] = [random.pick(['in', 'out'] as const), random.int(1, 500)]
    const body = { _id: randomUUID(), counter, direction, kind: 'other', amount, note: 'Chaos' }
    const made = await untilDecided(`/api/bills/drawers/${drawer._id}/entries`, {
      ...body,
      madeAt: new Date().toISOString(),
    })
    if (made?.status === 201) known.cashEntries += direction === 'in' ? amount : -amount
  }

  /** Two people return the same units at once: one of them gets money. */
  async function giveBack(bill: SoldBill): Promise<void> {
    const [line, left] = random.pick([...bill.left])
    const units = random.chance(0.5) ? left : random.int(1, left)
    const noteOf = (): CreateNote => ({
      ...{
        _id: randomUUID(),
        lines: [{ line, units, to: 'stock' }],
        refundMode: random.pick(['cash', 'upi']),
      },
      ...{ reason: 'Chaos', counter },
    })
    const asked = units === left && random.chance(0.5) ? [noteOf(), noteOf()] : [noteOf()]
    const made = await Promise.all(
      asked.map((note) =>
        untilDecided<{ payments: { mode: Mode; amount: number }[]; message: string }>(
          `/api/bills/${bill._id}/notes`,
          note,
        ),
      ),
    )
    const given = made.filter((answer) => answer?.status === 201)
    if (!patience.aborted && given.length === 0)
      throw new Error(`No note of ${bill._id}: ${made[0]?.body.message}`)
    for (const { mode, amount } of given.flatMap((answer) => answer?.body.payments ?? [])) {
      known[mode] -= amount
      bill.held[mode] -= amount
    }
    if (units === left) bill.left.delete(line)
    else bill.left.set(line, left - units)
  }

  async function correct(bill: SoldBill): Promise<void> {
    const [from, to] = random.pick([
      ['cash', 'upi'],
      ['upi', 'cash'],
    ] as const)
    if (bill.held[from] <= 0) return
    const amount = random.int(1, bill.held[from])
    const made = await untilDecided(`/api/bills/${bill._id}/payment-moves`, {
      ...{ _id: randomUUID(), counter, from, to, amount },
    })
    // The drawer of the bill may have been closed since.
    if (made?.status !== 201) return
    for (const [mode, sum] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      known[mode] += sum
      bill.held[mode] += sum
    }
  }

  async function close(highest: number): Promise<void> {
    if (!drawer) return
    const year = financialYearOf(storeDate())
    // A bill of this counter may be final a moment later in the replica that answers.
    const shown = await untilDecided<Drawer>(
      `/api/bills/drawers/${drawer._id}/closing`,
      {
        ...{ counter, highest: { [year]: highest }, reason: 'Chaos' },
        counted: { notes: [{ value: 1_000, count: random.int(0, 50) }], coins: 0 },
      },
      [409],
    )
    if (shown && shown.status !== 200)
      throw new Error(`A drawer was not closed: ${JSON.stringify(shown.body)}`)
    drawer = undefined
  }

  return {
    known,
    sold({ _id, lines, payments }: CreateBill): void {
      const held = { cash: 0, upi: 0 }
      for (const { mode, amount } of payments) {
        held[mode as Mode] += amount
        known[mode as Mode] += amount
      }
      recent.push({ _id, held, left: new Map(lines.map((line) => [line._id, line.units])) })
      if (recent.length > RECENT) recent.shift()
    },
    async goOn(highest: number): Promise<void> {
      if (random.chance(0.05)) await close(highest)
      if (!drawer) await open()
      const bill = recent.length > 0 ? random.pick(recent) : undefined
      if (random.chance(0.2)) await enterCash()
      if (bill && bill.left.size > 0 && random.chance(0.25)) await giveBack(bill)
      if (bill && random.chance(0.2)) await correct(bill)
    },
  }
}
