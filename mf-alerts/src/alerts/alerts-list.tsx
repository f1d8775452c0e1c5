import type { Alert, AlertStatus } from '@mms/contracts'
import { notify, type PagedList, reasonText, serverMessage } from '@mms/sdk'
import { Button, EmptyState, ListRegion, SuccessIcon } from '@mms/ui'
import { useState } from 'react'
import { AlertsTable } from './alerts-table.tsx'
import { FailedUpdates, type ManyFailed } from './failed-updates.tsx'
import type { AlertFilters } from './filters.ts'
import { type Progress, SelectionBar } from './selection-bar.tsx'
import { canBecome, useAlertUpdates } from './use-alert-updates.ts'
import { countAlerts } from './words.ts'

const FAILED = 'Failed to update alert status'

/** The alerts of the page, to be marked and resolved one by one or several at once. */
export function AlertsList({ list }: { list: PagedList<AlertFilters, Alert> }) {
  const { shown, update } = useAlertUpdates(list.rows)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<Progress | null>(null)
  const [failed, setFailed] = useState<ManyFailed | null>(null)
  const selectable = (shown ?? []).filter((alert) => canBecome(alert, 'resolved'))
  const selected = selectable.filter(({ _id }) => ids.has(_id))

  const updateOne = async (alert: Alert, status: AlertStatus) => {
    const [failure] = await update([alert], status)
    if (failure) notify.error(FAILED, serverMessage(failure.error) ?? reasonText(failure.error))
    else notify.success(`Alert marked as ${status}`)
  }
  const updateMany = async (alerts: readonly Alert[], status: AlertStatus) => {
    const total = alerts.length
    const before = idsOf(selected)
    setProgress({ done: 0, total })
    setFailed(null)
    const failures = await update(alerts, status, (through) => setProgress({ done: through, total }))
    const done = total - failures.length
    if (failures.length > 0) {
      notify.error(FAILED)
      setFailed({ failures, status, tried: total })
    }
    // Last: of several messages the newest is shown, and errors with it.
    if (done > 0) notify.success(`${countAlerts(done)} marked as ${status}`)
    // What failed stays selected, to be tried again, and so does what was selected meanwhile.
    const left = idsOf(failures.map(({ alert }) => alert))
    setIds((now) => new Set([...now].filter((id) => left.has(id) || !before.has(id))))
    setProgress(null)
  }
  return (
    <>
      {failed ? <FailedUpdates failed={failed} onClose={() => setFailed(null)} /> : null}
      <ListRegion
        label="alerts"
        list={{ ...list, rows: shown }}
        empty={<NoAlerts isFiltered={list.address.filterCount > 0} onClear={list.address.clearFilters} />}
      >
        {(alerts, stale) => (
          <>
            <SelectionBar
              selectable={selectable}
              selected={selected}
              progress={progress}
              onSelectAll={(isSelected) =>
                setIds(new Set(isSelected ? selectable.map(({ _id }) => _id) : []))
              }
              onUpdate={(chosen, status) => void updateMany(chosen, status)}
            />
            <AlertsTable
              alerts={alerts}
              stale={stale}
              selected={ids}
              onSelect={(id, isSelected) => setIds((before) => withId(before, id, isSelected))}
              onUpdate={(alert, status) => void updateOne(alert, status)}
            />
          </>
        )}
      </ListRegion>
    </>
  )
}

const idsOf = (alerts: readonly Alert[]): ReadonlySet<string> => new Set(alerts.map(({ _id }) => _id))

function withId(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}

function NoAlerts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SuccessIcon size={32} />}
      title="No alerts found"
      text={
        isFiltered
          ? 'No alert matches these filters.'
          : 'What runs low, expires or will be wanted appears here.'
      }
      actions={
        isFiltered ? (
          <Button variant="outline" onClick={onClear}>
            Clear filters
          </Button>
        ) : null
      }
    />
  )
}
