import type { CloseDrawer, Drawer } from '@mms/contracts'
import { http, withProof } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { DRAWER_LOOK_MS } from '../bills/api.ts'
import { drawerKeys } from '../keys.ts'
import { DRAWERS_PATH } from '../paths.ts'

export const useDrawersOf = (day: string) =>
  useGet<Drawer[]>(drawerKeys('day', day), DRAWERS_PATH, { query: { day }, refetchInterval: DRAWER_LOOK_MS })

/** Asks administrators for their password if the drawer belongs to another counter. */
export const closeDrawer = async (id: string, body: CloseDrawer): Promise<Drawer> =>
  (
    await withProof(() =>
      http.post<Drawer>(`${DRAWERS_PATH}/${encodeURIComponent(id)}/closing`, { body, quiet: true }),
    )
  ).data
