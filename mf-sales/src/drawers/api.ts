import type { CloseDrawer, Drawer } from '@mms/contracts'
import { http, withProof } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { drawerKeys } from '../keys.ts'
import { DRAWERS_PATH } from '../paths.ts'

const TIMEOUT_MS = 5_000
/** Other counters tell this browser nothing. */
const LOOK_MS = 60_000

/** Undefined if the counter never had a drawer. */
export async function fetchNewestDrawer(counter: string, signal: AbortSignal): Promise<Drawer | undefined> {
  const options = { query: { counter }, signal, quiet: true, timeout: TIMEOUT_MS }
  return (await http.get<Drawer[]>(DRAWERS_PATH, options)).data[0]
}

export const useDrawersOf = (day: string) =>
  useGet<Drawer[]>(drawerKeys('day', day), DRAWERS_PATH, { query: { day }, refetchInterval: LOOK_MS })

/** Asks administrators for their password if the drawer belongs to another counter. */
export const closeDrawer = async (id: string, body: CloseDrawer): Promise<Drawer> =>
  (
    await withProof(() =>
      http.post<Drawer>(`${DRAWERS_PATH}/${encodeURIComponent(id)}/closing`, { body, quiet: true }),
    )
  ).data
