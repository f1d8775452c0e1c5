import type { Alert, UpdateAlert } from '@mms/contracts'
import {
  Button,
  CheckboxField,
  ConfirmDialog,
  Flex,
  formatCount,
  Menu,
  MenuItem,
  Text,
  VisuallyHidden,
} from '@mms/ui'
import { useState } from 'react'
import * as words from '../words/alerts.ts'
import { canBecome } from './use-alert-updates.ts'

export interface UpdateProgress {
  done: number
  total: number
}

interface Props {
  selectable: readonly Alert[]
  selected: readonly Alert[]
  progress: UpdateProgress | null
  medicines: number | null
  onSelectAll: (isSelected: boolean) => void
  onSelectEverywhere: () => Promise<void>
  onClear: () => void
  onUpdate: (alerts: readonly Alert[], move: UpdateAlert) => void
}

/** Show progress from this many alerts. Smaller updates finish before anyone can read the count. */
const SHOWN_FROM = 10
/** Screen readers announce every tenth step only. */
const SPOKEN_EVERY = 10

const barLook = {
  columnGap: '3',
  rowGap: '1',
  px: { base: '3', md: '4' },
  py: '2',
  borderBottomWidth: '1px',
}

/** Resolving many alerts asks for confirmation, because it cannot be undone. */
export function SelectionBar(props: Props) {
  const { selectable, selected, progress, onSelectAll, onUpdate } = props
  const [isAsking, setIsAsking] = useState(false)
  const busy = progress !== null
  const readable = selected.filter((alert) => canBecome(alert, 'read'))
  const ids = new Set(selected.map(({ _id }) => _id))
  const isAll = selectable.length > 0 && selectable.every(({ _id }) => ids.has(_id))
  return (
    <Flex data-screen-only {...barLook} align="center" wrap="wrap">
      <CheckboxField
        label={words.selectPage}
        checked={isAll}
        disabled={selectable.length === 0}
        onChange={({ target }) => onSelectAll(target.checked)}
      />
      <Text color="fg.muted" textStyle="sm" aria-live="polite" fontVariantNumeric="tabular-nums">
        {progress && progress.total >= SHOWN_FROM ? (
          <Steps {...progress} />
        ) : selected.length > 0 ? (
          words.selected(formatCount(selected.length))
        ) : null}
      </Text>
      {isAll && !busy ? <OtherPages {...props} /> : null}
      {selected.length > 0 ? (
        <Flex gap="2" wrap="wrap" ms="auto">
          <Button
            size="sm"
            variant="outline"
            disabled={busy || readable.length === 0}
            onClick={() => onUpdate(readable, { status: 'read' })}
          >
            {words.markSelectedRead}
          </Button>
          <Button size="sm" variant="outline" disabled={busy} onClick={() => setIsAsking(true)}>
            {words.resolveSelected}
          </Button>
          {busy ? null : (
            <SnoozeMenu label={words.snoozeSelected} onSnooze={(move) => onUpdate(selected, move)} />
          )}
        </Flex>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={words.resolveAlerts(words.countAlerts(selected.length))}
        confirmLabel={words.resolve}
        onConfirm={() => {
          setIsAsking(false)
          onUpdate(selected, { status: 'resolved' })
        }}
        onCancel={() => setIsAsking(false)}
      >
        <Text>{words.cannotReopen}</Text>
      </ConfirmDialog>
    </Flex>
  )
}

interface SnoozeProps {
  label: string
  onSnooze: (move: UpdateAlert) => void
}

export const SnoozeMenu = ({ label, onSnooze }: SnoozeProps) => (
  <Menu label={label} size="sm">
    {words.snoozes.map(({ label, days }) => (
      <MenuItem key={days} onSelect={() => onSnooze({ status: 'resolved', snoozeDays: days })}>
        {label}
      </MenuItem>
    ))}
  </Menu>
)

function OtherPages({ selectable, selected, medicines, onSelectEverywhere, onClear }: Props) {
  const [isFetching, setIsFetching] = useState(false)
  if (medicines === null) return null
  if (selected.length > selectable.length) {
    return (
      <Button size="sm" variant="ghost" onClick={onClear}>
        {words.clearSelection}
      </Button>
    )
  }
  const select = async () => {
    setIsFetching(true)
    await onSelectEverywhere()
    setIsFetching(false)
  }
  return (
    <Button size="sm" variant="ghost" loading={isFetching} onClick={() => void select()}>
      {words.selectAllMedicines(formatCount(medicines))}
    </Button>
  )
}

function Steps({ done, total }: UpdateProgress) {
  return (
    <>
      <span aria-hidden>{words.doneOfTotal(done, total)}</span>
      <VisuallyHidden>{words.doneSpoken(done - (done % SPOKEN_EVERY), total)}</VisuallyHidden>
    </>
  )
}
