import type { Alert } from '@mms/contracts'
import { notify, reasonText } from '@mms/sdk'
import { useState } from 'react'
import { fetchAllOpen } from './api.ts'
import type { AlertFilters } from './filters.ts'
import { canBecome } from './use-alert-updates.ts'

type Chosen = ReadonlyMap<string, Alert>

const NONE: Chosen = new Map()
const byId = (alerts: readonly Alert[]): [string, Alert][] => alerts.map((alert) => [alert._id, alert])

export function useSelection(filters: AlertFilters, shown: readonly Alert[]) {
  const list = JSON.stringify(filters)
  const [state, setState] = useState({ list, chosen: NONE })
  // Changing filters clears the selection.
  const chosen = state.list === list ? state.chosen : NONE
  const change = (next: (chosen: Chosen) => Chosen) =>
    setState((now) => ({ list, chosen: next(now.list === list ? now.chosen : NONE) }))
  const fresh = new Map(byId(shown))
  return {
    chosen,
    selected: [...chosen.values()]
      .map((alert) => fresh.get(alert._id) ?? alert)
      .filter((alert) => canBecome(alert, 'resolved')),
    select: (alerts: readonly Alert[], isSelected: boolean) =>
      change((now) => {
        const next = new Map(now)
        for (const alert of alerts) {
          if (isSelected) next.set(alert._id, alert)
          else next.delete(alert._id)
        }
        return next
      }),
    keep: (isKept: (id: string) => boolean) =>
      change((now) => new Map([...now].filter(([id]) => isKept(id)))),
    async selectEverywhere(): Promise<void> {
      try {
        const all = await fetchAllOpen(filters)
        change(() => new Map(byId(all)))
      } catch (error) {
        notify.error('Failed to fetch alerts', reasonText(error))
      }
    },
  }
}
