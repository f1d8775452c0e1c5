import type { Alert, AlertStatus, UpdateAlert } from '@mms/contracts'
import { notify, type PagedList, reasonText, serverMessage } from '@mms/sdk'
import { Alert as AlertBox, Box, Button, Card, EmptyState, ListRegion, SuccessIcon } from '@mms/ui'
import { useState } from 'react'
import * as words from '../words/alerts.ts'
import * as sharedWords from '../words/shared.ts'
import { AlertCards } from './alert-cards.tsx'
import type { AlertFilters } from './alerts-filter-form.tsx'
import { fetchOpenAlerts } from './api.ts'
import type { AlertGroup } from './groups.ts'
import { SelectionBar, type UpdateProgress } from './selection-bar.tsx'
import { canBecome, type FailedUpdate, useAlertUpdates } from './use-alert-updates.ts'

export function AlertsList({ list }: { list: PagedList<AlertFilters, AlertGroup> }) {
  const { address, total } = list
  const { shown, update } = useAlertUpdates(list.rows)
  const selectable = (shown ?? []).flatMap(({ alerts }) =>
    alerts.filter((each) => canBecome(each, 'resolved')),
  )
  const selection = useSelection(address.filters, selectable)
  const [progress, setProgress] = useState<UpdateProgress | null>(null)
  const [failed, setFailed] = useState<FailedBulkUpdate | null>(null)

  const updateAll = async (alerts: readonly Alert[], move: UpdateAlert) => {
    const tried = alerts.length
    setProgress({ done: 0, total: tried })
    setFailed(null)
    const failures = await update(alerts, move, (done) => setProgress({ done, total: tried }))
    const done = tried - failures.length
    const [first] = failures
    if (first && tried === 1) {
      notify.error(words.updateFailed, serverMessage(first.error) ?? reasonText(first.error))
    } else if (first) {
      notify.error(words.updateFailed)
      setFailed({ failures, status: move.status, tried })
    }
    // Show the success message last: it replaces the messages before it, except errors.
    if (done > 0) notify.success(doneText(tried, done, move))
    setProgress(null)
    return failures
  }
  const updateSelected = async (alerts: readonly Alert[], move: UpdateAlert) => {
    const before = selection.chosen
    const failures = await updateAll(alerts, move)
    // Keep failed alerts selected for a retry, and also alerts selected while the update ran.
    const left = new Set(failures.map(({ alert }) => alert._id))
    selection.keep((id) => left.has(id) || !before.has(id))
  }
  return (
    <>
      {failed ? <FailedUpdates failed={failed} onClose={() => setFailed(null)} /> : null}
      {/* Do not clip the card, because menus extend over its edge. */}
      <Card p="0">
        <ListRegion
          label={sharedWords.alertsNoun}
          frame="edge"
          list={{ ...list, rows: shown }}
          empty={<NoAlerts isFiltered={address.filterCount > 0} onClear={address.clearFilters} />}
        >
          {(groups, stale) => (
            <>
              <SelectionBar
                selectable={selectable}
                selected={selection.selected}
                progress={progress}
                medicines={total !== undefined && total > groups.length ? total : null}
                onSelectAll={(isSelected) => selection.select(selectable, isSelected)}
                onSelectEverywhere={selection.selectEverywhere}
                onClear={() => selection.keep(() => false)}
                onUpdate={(alerts, move) => void updateSelected(alerts, move)}
              />
              <AlertCards
                groups={groups}
                stale={stale}
                selected={selection.chosen}
                onSelect={selection.select}
                onUpdate={(alerts, move) => void updateAll(alerts, move)}
              />
            </>
          )}
        </ListRegion>
      </Card>
    </>
  )
}

function doneText(tried: number, done: number, { status, snoozeDays }: UpdateAlert): string {
  const what = tried === 1 ? words.alert : words.countAlerts(done)
  return snoozeDays === undefined ? words.marked(what, status) : words.snoozedForDays(what, snoozeDays)
}

function NoAlerts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SuccessIcon size={32} />}
      title={sharedWords.noAlertsFound}
      text={isFiltered ? words.noneMatchesFilters : words.alertsAppearHere}
      actions={
        isFiltered ? (
          <Button variant="outline" onClick={onClear}>
            {words.clearFilters}
          </Button>
        ) : null
      }
    />
  )
}

type Chosen = ReadonlyMap<string, Alert>

const NONE: Chosen = new Map()
const byId = (alerts: readonly Alert[]): [string, Alert][] => alerts.map((alert) => [alert._id, alert])

function useSelection(filters: AlertFilters, shown: readonly Alert[]) {
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
        const ids = new Set(alerts.map(({ _id }) => _id))
        const others = [...now].filter(([id]) => !ids.has(id))
        return new Map(isSelected ? [...others, ...byId(alerts)] : others)
      }),
    keep: (isKept: (id: string) => boolean) =>
      change((now) => new Map([...now].filter(([id]) => isKept(id)))),
    async selectEverywhere(): Promise<void> {
      try {
        const all = await fetchOpenAlerts(filters)
        change(() => new Map(byId(all)))
      } catch (error) {
        notify.error(sharedWords.fetchFailed, reasonText(error))
      }
    },
  }
}

/** Maximum failures listed. Up to 1,000 updates may fail. */
const SHOWN = 20

interface FailedBulkUpdate {
  failures: readonly FailedUpdate[]
  status: AlertStatus
  tried: number
}

function FailedUpdates({ failed, onClose }: { failed: FailedBulkUpdate; onClose: () => void }) {
  const { failures, status, tried } = failed
  return (
    <AlertBox
      status="error"
      title={words.notMarkedAs(failures.length, words.countAlerts(tried), status)}
      actions={
        <Button size="sm" variant="outline" bg="bg.panel" onClick={onClose}>
          {words.dismiss}
        </Button>
      }
    >
      <Box as="ul" ps="4" listStyleType="disc">
        {failures.slice(0, SHOWN).map(({ alert, error }) => (
          <li key={alert._id}>
            {words.failedUpdate(words.typeName(alert.type), words.medicineName(alert), reasonText(error))}
          </li>
        ))}
        {failures.length > SHOWN ? <li>{words.moreFailed(failures.length - SHOWN)}</li> : null}
      </Box>
    </AlertBox>
  )
}
