import type { CloseDrawer, Drawer } from '@mms/contracts'
import { http, useQuery, withProof } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import type { Journal } from '../bills/journal.ts'
import type { OwnCounter } from '../counters/own-counter.ts'
import { drawerKeys } from '../keys.ts'
import { DRAWERS_PATH } from '../paths.ts'

const TIMEOUT_MS = 5_000
/** Other counters tell this browser nothing. */
const LOOK_MS = 60_000

/** Follows the counter's newest drawer, which another browser may close, and keeps it in the journal. */
export const useNewestDrawer = (journal: Journal, { _id: counter }: OwnCounter) =>
  useQuery({
    queryKey: drawerKeys('own', counter),
    queryFn: async ({ signal }) => {
      const options = { query: { counter }, signal, quiet: true, timeout: TIMEOUT_MS }
      const drawer = (await http.get<Drawer[]>(DRAWERS_PATH, options)).data[0]
      if (drawer && !signal.aborted) await journal.keepDrawer(drawer)
      return drawer ?? null
    },
    staleTime: 0,
    refetchInterval: LOOK_MS,
  })

export const useDrawersOf = (day: string) =>
  useGet<Drawer[]>(drawerKeys('day', day), DRAWERS_PATH, { query: { day }, refetchInterval: LOOK_MS })

/** Asks administrators for their password if the drawer belongs to another counter. */
export const closeDrawer = async (id: string, body: CloseDrawer): Promise<Drawer> =>
  (
    await withProof(() =>
      http.post<Drawer>(`${DRAWERS_PATH}/${encodeURIComponent(id)}/closing`, { body, quiet: true }),
    )
  ).data
