import { ApiError, errorText } from '@mms/sdk'
import { ComboboxField, formatRupees, type Question, type Refusal, Text } from '@mms/ui'
import { type ComponentType, type ReactNode, type Ref, useImperativeHandle, useMemo, useState } from 'react'
import { beepRefusal, beepUnlessScanned } from '../scanner/beep.ts'
import { named } from '../scanner/refuse.ts'
import type { PickedMedicine } from './api.ts'
import { MedicineOption } from './medicine-option.tsx'
import { ExpiryNote, stockText } from './medicine-words.tsx'
import { SameSalt } from './same-salt.tsx'
import { useMatches } from './use-medicines.ts'

/** What is typed to find a medicine. */
export interface TypedText {
  read: () => string
  write: (text: string) => void
}

interface Props {
  chosen: PickedMedicine | null
  onChoose: (medicine: PickedMedicine | null) => void
  /** Escape or ×; typing over what is chosen is onChoose(null). */
  onClear?: () => void
  /** For a scanner, which takes back what it typed here. */
  typedRef: Ref<TypedText>
  error: string | undefined
  inputRef: Ref<HTMLInputElement>
  /** As a filter none has to be chosen, and what is in stock does not matter. */
  asFilter?: boolean
  /** What an option says of a medicine whose first batch has expired. */
  ExpiredFigures?: ComponentType<{ medicine: PickedMedicine }>
}

/** Finds one medicine among thousands by typing a part of its name. */
export function MedicinePicker(props: Props) {
  const { chosen, onChoose, onClear, typedRef, error, inputRef, asFilter = false, ExpiredFigures } = props
  // Here and not in the form: a key in it redraws the picker and nothing else.
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState('')
  useImperativeHandle(typedRef, () => ({ read: () => typed, write: setTyped }), [typed])
  const matches = useMatches(chosen ? '' : typed)
  const { items } = matches
  const line = useMemo(
    () => (chosen && !asFilter ? <ChosenLine medicine={chosen} onChoose={onChoose} /> : null),
    [chosen, asFilter, onChoose],
  )
  const reason = typed === '' ? null : reasonOf(typed, matches)
  return (
    <ComboboxField
      label={asFilter ? 'Filter by Medicine' : 'Medicine'}
      required={!asFilter}
      placeholder={asFilter ? 'All medicines' : 'Type a name, maker or category'}
      error={error}
      hint={line}
      text={chosen ? chosen.name : typed}
      onText={setTyped}
      items={items}
      total={matches.total}
      onMore={matches.more}
      settled={matches.settled}
      firstIsMeant={matches.isSure}
      offersFirst={matches.kind !== 'everything'}
      itemKey={(medicine) => medicine._id}
      renderItem={(medicine, at) => (
        <MedicineOption
          medicine={medicine}
          beside={at < 2 ? items[1 - at]?.name : undefined}
          ExpiredFigures={ExpiredFigures}
        />
      )}
      chosen={chosen}
      onChoose={(medicine) => {
        if (medicine) setTyped('')
        onChoose(medicine)
      }}
      onClear={onClear}
      note={matches.isSure ? null : reason}
      askedNote={(question) => askedNote(reason, question, matches.kind === 'everything')}
      status={statusOf(matches, typed !== '' && refused === typed ? typed : undefined)}
      onStatusEnter={matches.error && !matches.settled ? matches.retry : undefined}
      onRefused={(refusal) => {
        soundRefusal(refusal)
        if (refusal === 'nothing') setRefused(typed)
      }}
      clearLabel="Clear the medicine"
      inputRef={inputRef}
    />
  )
}

type Matches = ReturnType<typeof useMatches>

/** Why Enter does not choose by itself, in a few words. */
function reasonOf(typed: string, { kind, total }: Matches): string {
  if (kind === 'everything') return 'Type a name'
  if (kind === 'slip') return total === 1 ? 'Similar name' : 'Similar names'
  if (kind === 'elsewhere') return 'The name does not fit, only maker or category'
  if (/^\s*\d+\s*$/.test(typed)) return 'Digits alone may mean any medicine'
  return total === 1 ? 'Only this one fits' : `${total} fit`
}

function askedNote(reason: string | null, { dropped }: Question, isOpen: boolean): string {
  const first = dropped === '' ? '' : `“${dropped}” was dropped: choose the medicine first. `
  return `${first}${reason ?? 'Type a name'}: ${isOpen ? '↓' : '↓ or Enter'} chooses`
}

const soundRefusal = (refusal: Refusal) => (refusal === 'dropped' ? beepUnlessScanned() : beepRefusal())

/** `refused`: the text that Enter found nothing for. It is named here, where the next key replaces it. */
function statusOf({ error, settled }: Matches, refused: string | undefined): ReactNode {
  if (error && !settled) {
    return (
      <>
        <Text color="fg.error" fontWeight="semibold">
          Failed to load medicines
        </Text>
        <Text color="fg.muted">
          {error instanceof ApiError ? errorText(error) : error.message} Press Enter to try again.
        </Text>
      </>
    )
  }
  if (!settled) return 'Loading medicines…'
  return refused === undefined
    ? 'No medicine found'
    : `No medicine “${named(refused)}”. The next key replaces it.`
}

function ChosenLine({ medicine, onChoose }: Pick<Props, 'onChoose'> & { medicine: PickedMedicine }) {
  return (
    <>
      {stockText(medicine)} · {formatRupees(medicine.unitPrice)} · {medicine.category}{' '}
      <ExpiryNote medicine={medicine} />
      {medicine.currentStock <= 0 ? <SameSalt medicine={medicine} onChoose={onChoose} /> : null}
    </>
  )
}
