import type {
  BillDocument,
  CounterNumbers,
  CreateBill,
  Drawer,
  ListedBill,
  RefusedLine,
  ShownBillSettings,
} from '@mms/contracts'
import { ApiError, http, useQuery } from '@mms/sdk'
import { drawerKeys } from '../keys.ts'
import type { OwnCounter } from '../own-counter.ts'
import { BILLS_PATH, DRAWERS_PATH } from '../paths.ts'
import * as words from '../words/bills.ts'
import type { Journal } from './journal.ts'
import type { BillAnswer, BillRefusal, BillServer } from './sender.ts'

const SYNC_TIMEOUT_MS = 3_000

/** Time of the server's clock, also offline. The sdk stores how far the server's clock is ahead. */
export const serverTime = () =>
  new Date(Date.now() + (Number(localStorage.getItem('mms.clock-ahead-ms')) || 0)).toISOString()

/** Temporary errors: the same request may succeed later. */
const PASSING = [408, 425, 429]

/** Only an error decided by the sales service is a refusal. Errors of a proxy or an ended session are not. */
function refusalOf(error: unknown): { kind: 'none' } | { kind: 'refused'; refusal: BillRefusal } {
  const { status = 0, problem } = error instanceof ApiError ? error : {}
  if (!problem || status >= 500 || PASSING.includes(status)) return { kind: 'none' }
  if (status === 401 && !problem.code.startsWith('sales.')) return { kind: 'none' }
  const { code, message, refused = [] } = problem as typeof problem & { refused?: RefusedLine[] }
  return { kind: 'refused', refusal: { code, message, refused } }
}

function answerOf(document: BillDocument): BillAnswer {
  if (document.status === 'final') return { kind: 'final', document }
  if (document.status === 'pending') return { kind: 'pending' }
  const refusal = { code: 'sales.bill_refused', message: words.notSold, refused: document.refused ?? [] }
  return { kind: 'refused', refusal }
}

export const billServer: BillServer = {
  async post(body: CreateBill) {
    try {
      const headers = { 'Idempotency-Key': body._id }
      return answerOf((await http.post<BillDocument>(BILLS_PATH, { body, headers, quiet: true })).data)
    } catch (error) {
      return refusalOf(error)
    }
  },
  async look(id: string) {
    try {
      return answerOf((await http.get<BillDocument>(`${BILLS_PATH}/${id}`, { quiet: true })).data)
    } catch {
      return { kind: 'none' }
    }
  },
  async send({ path, body }) {
    try {
      return { kind: 'sent', drawer: (await http.post<Drawer>(path, { body, quiet: true })).data }
    } catch (error) {
      return refusalOf(error)
    }
  },
}

/** Returns the ids of bills with this number or phone number. Empty if the server does not answer. */
export async function findBills(search: string): Promise<string[]> {
  try {
    const path = `${BILLS_PATH}?search=${encodeURIComponent(search)}`
    const { data } = await http.get<ListedBill[]>(path, { quiet: true })
    return data.filter(({ creditOf }) => !creditOf).map(({ _id }) => _id)
  } catch {
    return []
  }
}

export const fetchBillSettings = async (): Promise<ShownBillSettings> =>
  (await http.get<ShownBillSettings>(`${BILLS_PATH}/store`, { quiet: true })).data

export async function fetchOwnNumbers(
  { _id, secret }: OwnCounter,
  { highest, year }: { highest: number; year: string },
): Promise<CounterNumbers> {
  const options = { body: { _id, secret, highest, year }, quiet: true, timeout: SYNC_TIMEOUT_MS }
  return (await http.post<CounterNumbers>(`${BILLS_PATH}/counters/own`, options)).data
}

const DRAWER_TIMEOUT_MS = 5_000
/** Other counters tell this browser nothing. */
export const DRAWER_LOOK_MS = 60_000

/** Follows the counter's newest drawer, which another browser may close, and keeps it in the journal. */
export const useNewestDrawer = (journal: Journal, { _id: counter }: OwnCounter) =>
  useQuery({
    queryKey: drawerKeys('own', counter),
    queryFn: async ({ signal }) => {
      const options = { query: { counter }, signal, quiet: true, timeout: DRAWER_TIMEOUT_MS }
      const drawer = (await http.get<Drawer[]>(DRAWERS_PATH, options)).data[0]
      if (drawer && !signal.aborted) await journal.keepDrawer(drawer)
      return drawer ?? null
    },
    staleTime: 0,
    refetchInterval: DRAWER_LOOK_MS,
  })
