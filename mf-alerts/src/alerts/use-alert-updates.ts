import { type Alert, type AlertStatus, alertStatuses, type UpdateAlert } from '@mms/contracts'
import { ApiError, events } from '@mms/sdk'
import { useMemo, useState } from 'react'
import { updateAlert } from './api.ts'
import type { AlertGroup } from './groups.ts'

const AT_ONCE = 4

export interface FailedUpdate {
  alert: Alert
  error: unknown
}

const rank = (status: AlertStatus) => alertStatuses.indexOf(status)

/** A status only moves forward: new, read, resolved. */
export const canBecome = (alert: Alert, status: AlertStatus): boolean => rank(alert.status) < rank(status)

/** Shows a new status at once, until the server's list has it. Rolls back if the server refuses. */
export function useAlertUpdates(groups: readonly AlertGroup[] | undefined) {
  const [moved, setMoved] = useState<ReadonlyMap<string, AlertStatus>>(new Map())
  const show = (alerts: readonly Alert[], status: AlertStatus) =>
    setMoved((before) => new Map([...before, ...alerts.map(({ _id }) => [_id, status] as const)]))
  /** Statuses that the server has confirmed but its list may not contain yet. */
  const [confirmed] = useState(() => new Map<string, AlertStatus>())
  const showAgain = (id: string, tried: AlertStatus) =>
    setMoved((before) => {
      if (before.get(id) !== tried) return before
      const others = [...before].filter(([other]) => other !== id)
      const status = confirmed.get(id)
      return new Map(status ? [...others, [id, status]] : others)
    })
  const takeTurn = useTurns()
  const updateOne = (alert: Alert, move: UpdateAlert): Promise<FailedUpdate | null> =>
    takeTurn(alert._id, async () => {
      try {
        await updateAlert(alert._id, move)
        confirmed.set(alert._id, move.status)
        return null
      } catch (error) {
        showAgain(alert._id, move.status)
        return { alert, error }
      }
    })
  const update = async (
    alerts: readonly Alert[],
    move: UpdateAlert,
    onDone: (done: number) => void = () => {},
  ): Promise<FailedUpdate[]> => {
    show(alerts, move.status)
    const waiting = [...alerts]
    const failed: FailedUpdate[] = []
    let done = 0
    const work = async () => {
      for (let alert = waiting.shift(); alert; alert = waiting.shift()) {
        const failure = await updateOne(alert, move)
        if (failure) failed.push(failure)
        done += 1
        onDone(done)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (failed.length < alerts.length || failed.some(mayHaveArrived)) events.emit('alerts-changed', {})
    return failed
  }
  const shown = useMemo(
    () =>
      groups?.map((group) => ({
        ...group,
        alerts: group.alerts.map((alert) => withStatus(alert, moved.get(alert._id))),
      })),
    [groups, moved],
  )
  return { shown, update }
}

function withStatus(alert: Alert, status: AlertStatus | undefined): Alert {
  return status && canBecome(alert, status) ? { ...alert, status } : alert
}

/** Queues updates of one alert, because parallel requests may arrive in either order. */
function useTurns() {
  const [turns] = useState(() => new Map<string, Promise<unknown>>())
  return <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work)
    turns.set(id, turn)
    return turn
  }
}

/** True unless the network failed: a refused or timed-out update may have reached the server. */
const mayHaveArrived = ({ error }: FailedUpdate) => !(error instanceof ApiError && error.kind === 'network')
