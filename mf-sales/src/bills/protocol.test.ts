import '../../test/indexed-db.ts'
import type { BillDocument, CreateBill, Drawer, OpenDrawer } from '@mms/contracts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DrawerRequest } from './drawer-journal.ts'
import { type BillNumber, BillPendingError, type Journal, openJournal } from './journal.ts'
import { type BillAnswer, type BillServer, sendWaitingBills, submitBill } from './sender.ts'

const COUNTER = 'counter'
const YEAR = '26-27'
const never = new Promise<never>(() => {})
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

type Kept = { number: number; status: 'pending' | 'final' | 'refused'; handedOver: boolean }
const refusal = { code: 'sales.bill_refused', message: 'Too few in stock', refused: [] }

/** Sales and inventory: a bill is stored under its id, and inventory decides on it when the schedule says so. */
function createServer() {
  const bills = new Map<string, Kept>()
  const requests = new Set<string>()
  const answerOf = ({ status }: Kept): BillAnswer => {
    if (status === 'final') return { kind: 'final', document: {} as BillDocument }
    return status === 'refused' ? { kind: 'refused', refusal } : { kind: 'pending' }
  }
  return {
    bills,
    requests,
    take(id: string, body: CreateBill | null): BillAnswer {
      const known = bills.get(id)
      if (!body) return known ? answerOf(known) : { kind: 'none' }
      const handedOver = body.handedOver ?? false
      if (!known || (handedOver && known.status !== 'final')) {
        for (const [other, { number, status }] of bills)
          if (other !== id && number === body.number && status !== 'refused')
            throw new Error(`Number ${number} was given to two bills`)
        bills.set(id, { number: body.number, status: 'pending', handedOver })
      }
      return answerOf(bills.get(id) as Kept)
    },
    decide(isRefused: boolean): void {
      for (const [id, bill] of bills)
        if (bill.status === 'pending')
          bills.set(id, { ...bill, status: isRefused && !bill.handedOver ? 'refused' : 'final' })
    },
  }
}

type Sent = Awaited<ReturnType<BillServer['send']>>

interface Message {
  /** A lost request or answer replies `none`. */
  take: () => BillAnswer | Sent
  reply: (answer: BillAnswer | Sent) => void
}

/** One counter whose messages, timers and power the schedule rules. */
async function createWorld(name: string) {
  const server = createServer()
  const messages: Message[] = []
  const printed = new Map<string, number>()
  const requested: string[] = []
  let power = 0
  let busy = 0
  let isAsking = false
  let isSending = false
  let isLate = () => {}
  let made = 0
  const journal = await openJournal(name)

  /** Nothing goes on after a power cut but the transaction that had begun. */
  function powered<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
    const own = power
    return async (...args: Args): Promise<Result> => {
      if (own !== power) return never
      busy += 1
      const result = await work(...args).finally(() => {
        busy -= 1
      })
      return own === power ? result : never
    }
  }
  const options = () => {
    const own = power
    const call = <Reply extends BillAnswer | Sent>(take: () => Reply) =>
      new Promise<Reply>((resolve) => {
        const reply: Message['reply'] = (answer) => own === power && resolve(answer as Reply)
        if (own === power) messages.push({ take, reply })
      })
    const post = (id: string, body: CreateBill | null) => call((): BillAnswer => server.take(id, body))
    const send = ({ body: { _id } }: DrawerRequest) =>
      call((): Sent => {
        server.requests.add(_id)
        return { kind: 'sent', drawer: {} as Drawer }
      })
    return {
      journal: {
        ...journal,
        ...{ finish: powered(journal.finish), drop: powered(journal.drop), note: powered(journal.note) },
        ...{ handOver: powered(journal.handOver), waiting: powered(journal.waiting) },
        ...{ requests: powered(journal.requests), removeRequest: powered(journal.removeRequest) },
      } as Journal,
      server: {
        post: (body: CreateBill) => post(body._id, structuredClone(body)),
        look: (id: string) => post(id, null),
        send,
      },
      isOffline: () => false,
      pause: (ms: number) =>
        ms < 1_000
          ? tick()
          : new Promise<void>((resolve) => {
              isLate = resolve
            }),
    }
  }
  const settled = async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await tick()
      if (busy > 0) quiet = 0
    }
  }
  const print = (id: string, number: number) => {
    expect(printed.get(id) ?? number).toBe(number)
    printed.set(id, number)
  }
  const goOn = async (mayHandOver = true) => {
    const bill = await journal.asked()
    if (!bill || isAsking) return
    isAsking = true
    void submitBill(bill, options(), mayHandOver).then(({ kind }) => {
      isAsking = false
      if (kind === 'final' || kind === 'handed-over') print(bill._id, bill.number)
    })
  }
  return {
    server,
    messages,
    printed,
    requested,
    journal,
    settled,
    goOn,
    late: () => isLate(),
    async ask() {
      made += 1
      const _id = `${name} ${made}`
      const make = (given: BillNumber) => ({
        body: { _id, ...given } as unknown as CreateBill,
        paper: {} as BillDocument,
      })
      try {
        await journal.ask(COUNTER, { day: '2026-11-28', madeAt: '2026-11-28T10:00:00.000Z' }, make)
      } catch (error) {
        expect(error).toBeInstanceOf(BillPendingError)
      }
      await goOn()
    },
    /** An opening or an entry of the drawer. */
    async request() {
      made += 1
      const body = { _id: `${name} ${made}` } as OpenDrawer
      requested.push(body._id)
      await journal.addRequest({ path: '/', body })
    },
    send() {
      if (isSending) return
      isSending = true
      void sendWaitingBills(options()).then(() => {
        isSending = false
      })
    },
    async cut(isHandedOver: boolean) {
      power += 1
      isAsking = false
      isSending = false
      await settled()
      const bill = await journal.asked()
      if (!bill || !isHandedOver) return goOn(false)
      await journal.handOver(bill._id)
      print(bill._id, bill.number)
    },
  }
}

type World = Awaited<ReturnType<typeof createWorld>>
const at = fc.nat(9)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'ask' } as const) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('deliver' as const), at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lose' as const), at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('loseAnswer' as const), at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const), at }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('decide' as const), isRefused: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'late' } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: 'send' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'request' } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), isHandedOver: fc.boolean() }) },
)

async function run(world: World, each: typeof step extends fc.Arbitrary<infer Step> ? Step : never) {
  const { server, messages } = world
  if (each.kind === 'ask') await world.ask()
  else if (each.kind === 'decide') server.decide(each.isRefused)
  else if (each.kind === 'late') world.late()
  else if (each.kind === 'send') world.send()
  else if (each.kind === 'request') await world.request()
  else if (each.kind === 'cut') await world.cut(each.isHandedOver)
  else if (messages.length > 0) {
    const at = each.at % messages.length
    const message = messages[at] as Message
    const answer = each.kind === 'lose' ? { kind: 'none' as const } : message.take()
    if (each.kind !== 'repeat') messages.splice(at, 1)
    if (each.kind === 'deliver') message.reply(answer)
    else if (each.kind !== 'repeat') message.reply({ kind: 'none' })
  }
  await world.settled()
}

/** The line is good again, until nothing waits. */
async function comeToRest(world: World) {
  for (let round = 0; round < 50; round += 1) {
    await world.goOn()
    world.send()
    await world.settled()
    while (world.messages.length > 0) {
      await run(world, { kind: 'deliver', at: 0 })
      world.server.decide(false)
    }
    const { journal } = world
    const waiting = [...(await journal.waiting()), ...(await journal.requests())]
    const isQuiet = !(await journal.asked()) && waiting.length === 0
    if (isQuiet) return
  }
  throw new Error('Something waits for ever')
}

it('books every number once, as it was printed, and drawer entries in order, through loss, repetition and power cuts', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }), async (steps) => {
      count += 1
      const world = await createWorld(`journal ${count}`)
      for (const each of steps) await run(world, each)
      await comeToRest(world)
      const { server, printed, journal } = world
      const final = [...server.bills].filter(([, { status }]) => status === 'final')
      const numbers = final.map(([, { number }]) => number).toSorted((a, b) => a - b)
      const last = await journal.highest(COUNTER, YEAR)
      expect(numbers).toEqual(Array.from({ length: last }, (_, number) => number + 1))
      expect([...server.requests]).toEqual(world.requested)
      expect(printed).toEqual(new Map(final.map(([id, { number }]) => [id, number])))
      journal.close()
    }),
    { numRuns: 250 },
  )
})
