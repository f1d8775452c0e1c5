import type { BillDocument, CreateBill, Drawer, RefusedLine } from '@mms/contracts'
import type { DrawerRequest } from './drawer-journal.ts'
import type { Journal, JournalBill } from './journal.ts'

export interface BillRefusal {
  code: string
  message: string
  refused: readonly RefusedLine[]
}

/** `pending`: the server has the bill and is working on it. `none`: no answer, the server may have it. */
export type BillAnswer =
  | { kind: 'final'; document: BillDocument }
  | { kind: 'refused'; refusal: BillRefusal }
  | { kind: 'pending' | 'none' }

export interface BillServer {
  post: (body: CreateBill) => Promise<BillAnswer>
  look: (id: string) => Promise<BillAnswer>
  send: (
    request: DrawerRequest,
  ) => Promise<Exclude<BillAnswer, { kind: 'final' }> | { kind: 'sent'; drawer: Drawer }>
}

interface Options {
  journal: Journal
  server: BillServer
  pause: (ms: number) => Promise<unknown>
  isOffline: () => boolean
}

/** How long the customer waits for the server. After that, the bill is handed over without an answer. */
const ANSWER_MS = 3_000
const RETRY_MS = 400

/** `handed-over`: goods left without an answer. `open`: the user must say whether they left. */
export type BillOutcome =
  | { kind: 'final'; document: BillDocument }
  | { kind: 'refused'; refusal: BillRefusal }
  | { kind: 'handed-over' }
  | { kind: 'open' }

const none: BillAnswer = { kind: 'none' }

/** Sends a bill in state `asked`. If an answer comes late, the state in the journal decides. */
export async function submitBill(
  bill: JournalBill,
  options: Options,
  mayHandOver = true,
): Promise<BillOutcome> {
  const { journal, pause } = options
  let isOver = false
  const late = pause(ANSWER_MS).then(() => none)
  const answer = await Promise.race([answerOf(bill, options, () => isOver), late])
  isOver = true
  if (answer.kind === 'final' && (await journal.finish(bill._id, answer.document)))
    return { kind: 'final', document: answer.document }
  if (answer.kind === 'refused' && (await journal.drop(bill._id))) return answer
  if (!mayHandOver) return { kind: 'open' }
  await journal.handOver(bill._id)
  return { kind: 'handed-over' }
}

async function answerOf(bill: JournalBill, { server, pause, isOffline }: Options, isOver: () => boolean) {
  let isKnown = false
  while (!isOver()) {
    const answer: BillAnswer = await (isKnown ? server.look(bill._id) : server.post(bill.body))
    if (answer.kind === 'final' || answer.kind === 'refused') return answer
    // Do not stop just because the computer is offline: a server on the same computer still answers.
    if (answer.kind === 'none' && isOffline()) return none
    isKnown = answer.kind === 'pending'
    await pause(RETRY_MS)
  }
  return none
}

type Sending = Pick<Options, 'journal' | 'server'>

/** Sends drawer requests, then handed-over bills, each once and in order. True if none is left. */
export async function sendWaitingBills({ journal, server }: Sending): Promise<boolean> {
  let isAllSent = await sendRequests({ journal, server })
  for (const bill of await journal.waiting()) {
    const answer = await server.post({ ...bill.body, handedOver: true })
    if (answer.kind === 'final') await journal.finish(bill._id)
    else isAllSent = false
    if (answer.kind === 'none') return false
    // A refused bill does not hold up the bills after it.
    if (answer.kind === 'refused') await journal.note(bill._id, answer.refusal.message)
  }
  return isAllSent
}

/** A refused request is not sent again. The user decides about it under *Day*. */
async function sendRequests({ journal, server }: Sending): Promise<boolean> {
  for (const request of await journal.requests()) {
    if (request.problem) continue
    const answer = await server.send(request)
    if (answer.kind === 'sent') await journal.removeRequest(request.id, answer.drawer)
    else if (answer.kind === 'refused') await journal.noteRequest(request, answer.refusal.message)
    else return false
  }
  return true
}
