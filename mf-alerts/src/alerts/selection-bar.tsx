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
import { canBecome } from './use-alert-updates.ts'
import { countAlerts, snoozes } from './words.ts'

export interface Progress {
  done: number
  total: number
}

interface Props {
  selectable: readonly Alert[]
  selected: readonly Alert[]
  progress: Progress | null
  medicines: number | null
  onSelectAll: (isSelected: boolean) => void
  onSelectEverywhere: () => Promise<void>
  onClear: () => void
  onUpdate: (alerts: readonly Alert[], move: UpdateAlert) => void
}

/** Smaller batches finish before anyone can read the count. */
const SHOWN_FROM = 10
/** Screen readers announce every tenth step only. */
const SPOKEN_EVERY = 10

/** Resolving many alerts asks for confirmation, because it cannot be undone. */
export function SelectionBar(props: Props) {
  const { selectable, selected, progress, onSelectAll, onUpdate } = props
  const [isAsking, setIsAsking] = useState(false)
  const busy = progress !== null
  const readable = selected.filter((alert) => canBecome(alert, 'read'))
  const ids = new Set(selected.map(({ _id }) => _id))
  const isAll = selectable.length > 0 && selectable.every(({ _id }) => ids.has(_id))
  return (
    <Flex
      data-screen-only
      align="center"
      columnGap="3"
      rowGap="1"
      wrap="wrap"
      px={{ base: '3', md: '4' }}
      py="2"
      borderBottomWidth="1px"
    >
      <CheckboxField
        label="Select all on this page"
        checked={isAll}
        disabled={selectable.length === 0}
        onChange={({ target }) => onSelectAll(target.checked)}
      />
      <Text color="fg.muted" textStyle="sm" aria-live="polite" fontVariantNumeric="tabular-nums">
        {progress && progress.total >= SHOWN_FROM ? (
          <Steps {...progress} />
        ) : selected.length > 0 ? (
          `${formatCount(selected.length)} selected`
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
            Mark selected as read
          </Button>
          <Button size="sm" variant="outline" disabled={busy} onClick={() => setIsAsking(true)}>
            Resolve selected
          </Button>
          {!busy ? (
            <Menu label="Snooze selected" size="sm">
              {snoozes.map(({ label, days }) => (
                <MenuItem
                  key={days}
                  onSelect={() => onUpdate(selected, { status: 'resolved', snoozeDays: days })}
                >
                  {label}
                </MenuItem>
              ))}
            </Menu>
          ) : null}
        </Flex>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={`Resolve ${countAlerts(selected.length)}`}
        confirmLabel="Resolve"
        onConfirm={() => {
          setIsAsking(false)
          onUpdate(selected, { status: 'resolved' })
        }}
        onCancel={() => setIsAsking(false)}
      >
        <Text>
          A resolved alert cannot be reopened. If its cause remains, a new alert appears when it gets worse or
          after a day.
        </Text>
      </ConfirmDialog>
    </Flex>
  )
}

function OtherPages({ selectable, selected, medicines, onSelectEverywhere, onClear }: Props) {
  const [isFetching, setIsFetching] = useState(false)
  if (medicines === null) return null
  if (selected.length > selectable.length) {
    return (
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear selection
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
      Select all {formatCount(medicines)} medicines
    </Button>
  )
}

function Steps({ done, total }: Progress) {
  return (
    <>
      <span aria-hidden>
        {done} of {total}
      </span>
      <VisuallyHidden>
        {done - (done % SPOKEN_EVERY)} of {total} are done
      </VisuallyHidden>
    </>
  )
}
