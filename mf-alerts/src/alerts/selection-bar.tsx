import type { Alert, AlertStatus } from '@mms/contracts'
import { Button, CheckboxField, ConfirmDialog, Flex, Text, VisuallyHidden } from '@mms/ui'
import { useState } from 'react'
import { canBecome } from './use-alert-updates.ts'
import { countAlerts } from './words.ts'

/** How many of those that are being moved are through. */
export interface Progress {
  done: number
  total: number
}

interface Props {
  /** What can be selected on this page, and what of it is. */
  selectable: readonly Alert[]
  selected: readonly Alert[]
  /** Of the action that is under way. */
  progress: Progress | null
  onSelectAll: (isSelected: boolean) => void
  onUpdate: (alerts: readonly Alert[], status: AlertStatus) => void
}

/** Fewer are through before anybody has read how many. */
const SHOWN_FROM = 10
/** A voice takes longer than an eye. */
const SPOKEN_EVERY = 10

/** Marks or resolves all that is selected. Resolving many is asked for twice: there is no way back. */
export function SelectionBar({ selectable, selected, progress, onSelectAll, onUpdate }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const busy = progress !== null
  const readable = selected.filter((alert) => canBecome(alert, 'read'))
  const isAll = selected.length > 0 && selected.length === selectable.length
  const resolve = () => {
    setIsAsking(false)
    onUpdate(selected, 'resolved')
  }
  return (
    <Flex data-screen-only align="center" gap="3" wrap="wrap" px="4" py="3" borderBottomWidth="1px">
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
          `${selected.length} selected`
        ) : null}
      </Text>
      <Flex gap="2" wrap="wrap" ms="auto">
        <Button
          size="sm"
          variant="outline"
          disabled={busy || readable.length === 0}
          onClick={() => onUpdate(readable, 'read')}
        >
          Mark selected as read
        </Button>
        <Button
          size="sm"
          variant="outline"
          disabled={busy || selected.length === 0}
          onClick={() => setIsAsking(true)}
        >
          Resolve selected
        </Button>
      </Flex>
      <ConfirmDialog
        open={isAsking}
        title={`Resolve ${countAlerts(selected.length)}`}
        confirmLabel="Resolve"
        onConfirm={resolve}
        onCancel={() => setIsAsking(false)}
      >
        <Text>
          A resolved alert cannot be opened again. While its cause holds it stays quiet until it gets worse or
          a day has passed.
        </Text>
      </ConfirmDialog>
    </Flex>
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
