import {
  type CashEntry,
  type CreateCashEntry,
  type Drawer,
  type DrawerPayment,
  drawerFiguresOf,
  type OpenDrawer,
} from '@mms/contracts'
import { storeDateOf, useQueryClient } from '@mms/sdk'
import { useEffect, useState } from 'react'
import { useNewestDrawer } from '../bills/api.ts'
import type { DrawerRequest } from '../bills/drawer-journal.ts'
import type { JournalBill } from '../bills/journal.ts'
import { onJournalChange } from '../bills/journal.ts'
import type { Desk } from '../bills/use-desk.ts'
import { drawerKeys } from '../keys.ts'
import type { OwnCounter } from '../own-counter.ts'

const unknown = { _id: '', name: '' }
const byMode = { cash: 0, upi: 0, card: 0, credit: 0 }
const noFigures = { sales: 0, refunds: 0, net: 0, byMode, cashIn: 0, cashOut: 0, expectedCash: 0 }

const openedBy = ({ _id, float, pharmacist, openedAt }: OpenDrawer, counter: OwnCounter): Drawer => ({
  _id,
  float,
  pharmacist,
  openedAt,
  day: storeDateOf(openedAt),
  openedBy: unknown,
  entries: [],
  counter: { _id: counter._id, code: counter.code, name: counter.name },
  figures: { ...noFigures, expectedCash: float, bills: [], notes: 0, rates: [] },
  closing: null,
})

function withMore(drawer: Drawer, payments: readonly DrawerPayment[], entries: readonly CashEntry[]): Drawer {
  const { figures } = drawer
  const more = drawerFiguresOf(0, payments, entries)
  const names = ['sales', 'refunds', 'net', 'cashIn', 'cashOut', 'expectedCash'] as const
  const sums = names.map((name) => [name, figures[name] + more[name]])
  const modes = (['cash', 'upi', 'card', 'credit'] as const).map((mode) => [
    mode,
    figures.byMode[mode] + more.byMode[mode],
  ])
  return {
    ...drawer,
    figures: { ...figures, ...Object.fromEntries(sums), byMode: Object.fromEntries(modes) },
  }
}

/** Adds the requests and bills that are not sent yet to the server's drawer. */
export function withWaitingEntries(
  seen: Drawer | undefined,
  requests: readonly DrawerRequest[],
  bills: readonly JournalBill[],
  counter: OwnCounter,
): Drawer | undefined {
  const waiting = requests.filter(({ problem }) => !problem)
  const opening = waiting.findLast(({ body }) => 'float' in body)?.body as OpenDrawer | undefined
  const drawer = opening && opening._id !== seen?._id ? openedBy(opening, counter) : seen
  if (!drawer || drawer.closing || drawer.counter._id !== counter._id) return drawer
  const entries = waiting
    .filter(({ path }) => path.includes(`/${drawer._id}/`))
    .map(({ body }) => body as CreateCashEntry)
    .filter(({ _id }) => !drawer.entries.some((entry) => entry._id === _id))
    .map(({ counter: _, ...entry }) => ({ ...entry, by: unknown }))
  const payments = bills
    .filter(({ body }) => body.madeAt >= drawer.openedAt)
    .flatMap(({ body }) => body.payments.map((payment) => ({ kind: 'bill' as const, ...payment })))
  return withMore({ ...drawer, entries: [...drawer.entries, ...entries] }, payments, entries)
}

export interface OwnDrawer {
  drawer: Drawer | undefined
  /** Number of this counter's bills that are not sent yet. */
  bills: number
  requests: readonly DrawerRequest[]
}

async function readOwnDrawer({ journal, counter }: Desk): Promise<OwnDrawer> {
  const [kept, requests, waiting, asked] = await Promise.all([
    ...([journal.drawer(), journal.requests(), journal.waiting(), journal.asked()] as const),
  ])
  const seen = kept?.counter._id === counter._id ? kept : undefined
  const drawer = withWaitingEntries(seen, requests, waiting, counter)
  return { drawer, requests, bills: waiting.length + (asked ? 1 : 0) }
}

/** The counter's newest drawer, offline too. `isAway` is true if the server did not answer. */
export function useOwnDrawer(desk: Desk): { own: OwnDrawer | null; isAway: boolean } {
  const { journal, counter } = desk
  const queries = useQueryClient()
  const [own, setOwn] = useState<OwnDrawer | null>(null)
  const { dataUpdatedAt, errorUpdatedAt } = useNewestDrawer(journal, counter)
  const isAsked = dataUpdatedAt + errorUpdatedAt > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fetch writes the drawer to the journal
  useEffect(() => {
    let isOver = false
    const read = () => void readOwnDrawer(desk).then((next) => isOver || setOwn(next))
    if (isAsked) read()
    const stop = onJournalChange(() => {
      if (isAsked) read()
      void queries.invalidateQueries({ queryKey: drawerKeys() })
    })
    return () => {
      isOver = true
      stop()
    }
  }, [journal, counter, dataUpdatedAt, isAsked])
  return { own, isAway: errorUpdatedAt > dataUpdatedAt }
}
