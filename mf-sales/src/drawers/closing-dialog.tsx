import { bankNoteValues, type CloseDrawer, type Drawer, sumOfCountedCash } from '@mms/contracts'
import { ApiError, useMutation, useQueryClient } from '@mms/sdk'
import { Box, SimpleGrid, Text, TextField } from '@mms/ui'
import { type KeyboardEvent, useState } from 'react'
import { formatPaise } from '../amounts.ts'
import { parsePaise } from '../bills/payments.ts'
import { FailureAlert } from '../elements.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { drawerKeys } from '../keys.ts'
import * as words from '../words/drawers.ts'
import { closeDrawer } from './api.ts'

interface Props {
  drawer: Drawer
  /** Given if a counter closes its own drawer. */
  prove?: () => Promise<Pick<CloseDrawer, 'counter' | 'highest'>>
  /** Called if the server lacks bills of this counter. */
  onMissing?: () => void
  onClosed: (drawer: Drawer) => void
  onClose: () => void
}

const COINS = 'coins'
const isCount = (text: string) => /^\d{0,5}$/.test(text)

/** The counted notes and coins. The sum is null if a number cannot be read or nothing is typed. */
function useCount() {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const textOf = (name: string | number) => (typed[name] ?? '').trim()
  const coins = textOf(COINS) === '' ? 0 : parsePaise(textOf(COINS))
  const notes = bankNoteValues
    .filter((value) => textOf(value) !== '')
    .map((value) => ({ value, count: Number(textOf(value)) }))
  const isTyped = Object.values(typed).some((text) => text.trim() !== '')
  const isRead = coins !== null && bankNoteValues.every((value) => isCount(textOf(value)))
  const counted = isTyped && isRead ? { notes, coins } : null
  const fieldOf = (name: string | number) => ({
    value: typed[name] ?? '',
    autoComplete: 'off',
    onKeyDown: walk,
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((typed) => ({ ...typed, [name]: target.value })),
  })
  return { counted, textOf, fieldOf, coins }
}

/** Enter moves to the next field, and from the last field to the button. */
function walk(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const dialog = event.currentTarget.closest('dialog')
  const stops = [...(dialog?.querySelectorAll<HTMLElement>('input, [type=submit]') ?? [])]
  stops[stops.indexOf(event.currentTarget) + 1]?.focus()
}

function useClosing({ drawer, prove, onMissing, onClosed }: Props) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (count: Pick<CloseDrawer, 'counted' | 'reason'>) =>
      closeDrawer(drawer._id, { ...((await prove?.()) ?? { highest: {} }), ...count }),
    onSuccess: onClosed,
    onError: (error) =>
      error instanceof ApiError && error.problem?.code === 'sales.numbers_missing' && onMissing?.(),
    // A refusal means that the server's drawer differs from the shown one.
    onSettled: () => void queries.invalidateQueries({ queryKey: drawerKeys() }),
  })
}

export function ClosingDialog(props: Props) {
  const { drawer, onClose } = props
  const { counted, textOf, fieldOf, coins } = useCount()
  const [reason, setReason] = useState('')
  const { expectedCash } = drawer.figures
  const sum = counted ? sumOfCountedCash(counted) : 0
  const difference = sum - expectedCash
  const isReady = counted !== null && (difference === 0 || reason.trim() !== '')
  const closing = useClosing(props)
  const submit = () => {
    if (isReady && !closing.isPending)
      closing.mutate({ counted, reason: difference === 0 ? '' : reason.trim() })
  }
  return (
    <FormDialog
      title={words.closeDrawerOf(drawer.counter.code)}
      submitLabel={words.closeDrawer}
      disabled={!isReady}
      loading={closing.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FailureAlert title={words.closeFailed} error={closing.error} />
      <SimpleGrid columns={2} gap="3">
        {bankNoteValues.map((value) => (
          <TextField
            key={value}
            label={words.notesOf(value / 100)}
            inputMode="numeric"
            error={isCount(textOf(value)) ? undefined : words.typeNumber}
            {...fieldOf(value)}
          />
        ))}
        <TextField
          label={words.coins}
          inputMode="decimal"
          error={coins === null ? words.typeRupees : undefined}
          {...fieldOf(COINS)}
        />
      </SimpleGrid>
      <Box aria-live="polite" fontVariantNumeric="tabular-nums">
        <Text textStyle="2xl" fontWeight="bold">
          {words.countedSum(formatPaise(sum))}
        </Text>
        <Text>{words.expectedSum(formatPaise(expectedCash))}</Text>
        {counted ? (
          <Text fontWeight="semibold" color={difference === 0 ? 'fg.success' : 'fg.error'}>
            {words.differenceText(difference)}
          </Text>
        ) : null}
      </Box>
      {counted && difference !== 0 ? (
        <TextField
          label={words.reasonForDifference}
          required
          maxLength={200}
          value={reason}
          onKeyDown={walk}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
    </FormDialog>
  )
}
