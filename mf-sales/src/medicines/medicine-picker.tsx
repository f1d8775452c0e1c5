import { ApiError, errorText } from '@mms/sdk'
import { ComboboxField, type Question, type Refusal, Text } from '@mms/ui'
import { type ComponentType, type ReactNode, type Ref, useImperativeHandle, useMemo, useState } from 'react'
import { beepRefusal, beepUnlessScanned } from '../scanner/beep.ts'
import { shortenText } from '../scanner/refuse.ts'
import * as words from '../words/medicine-picker.ts'
import * as sharedWords from '../words/shared.ts'
import type { PickedMedicine } from './api.ts'
import { MedicineOption } from './medicine-option.tsx'
import { ExpiryNote, priceText, stockText } from './medicine-words.tsx'
import { SameSalt } from './same-salt.tsx'
import { useMedicineMatches } from './use-medicines.ts'

export interface TypedText {
  read: () => string
  write: (text: string) => void
}

interface Props {
  chosen: PickedMedicine | null
  onChoose: (medicine: PickedMedicine | null) => void
  onClear?: () => void
  /** Lets the scanner remove the code that it typed into this field. */
  typedRef: Ref<TypedText>
  error: string | undefined
  inputRef: Ref<HTMLInputElement>
  asFilter?: boolean
  ExpiredFigures?: ComponentType<{ medicine: PickedMedicine }>
}

export function MedicinePicker(props: Props) {
  const { chosen, onChoose, onClear, typedRef, error, inputRef, asFilter = false, ExpiredFigures } = props
  // The state is here and not in the form, so that a key redraws only the picker.
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState('')
  useImperativeHandle(typedRef, () => ({ read: () => typed, write: setTyped }), [typed])
  const matches = useMedicineMatches(chosen ? '' : typed)
  const { items } = matches
  const line = useMemo(
    () => (chosen && !asFilter ? <ChosenLine medicine={chosen} onChoose={onChoose} /> : null),
    [chosen, asFilter, onChoose],
  )
  const reason = typed === '' ? null : reasonOf(typed, matches)
  return (
    <ComboboxField
      label={asFilter ? words.filterMedicine : sharedWords.medicine}
      required={!asFilter}
      placeholder={asFilter ? words.allMedicines : words.pickerPlaceholder}
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
          isByComposition={matches.isByComposition(at)}
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
      clearLabel={words.clearMedicine}
      inputRef={inputRef}
    />
  )
}

type Matches = ReturnType<typeof useMedicineMatches>

function reasonOf(typed: string, { kind, total }: Matches): string {
  if (kind === 'everything') return words.typeName
  if (kind === 'slip') return total === 1 ? words.similarName : words.similarNames
  if (kind === 'elsewhere') return words.makerOrCategory
  if (kind === 'composition') return words.foundByComposition
  if (/^\s*\d+\s*$/.test(typed)) return words.digitsOnly
  return total === 1 ? words.onlyOne : words.matchCount(total)
}

function askedNote(reason: string | null, { dropped }: Question, isOpen: boolean): string {
  const first = dropped === '' ? '' : words.droppedText(dropped)
  return words.choosesFirst(first, reason ?? words.typeName, isOpen)
}

const soundRefusal = (refusal: Refusal) => (refusal === 'dropped' ? beepUnlessScanned() : beepRefusal())

function statusOf({ error, settled }: Matches, refused: string | undefined): ReactNode {
  if (error && !settled) {
    return (
      <>
        <Text color="fg.error" fontWeight="semibold">
          {words.failedLoadMedicines}
        </Text>
        <Text color="fg.muted">
          {words.enterRetries(error instanceof ApiError ? errorText(error) : error.message)}
        </Text>
      </>
    )
  }
  if (!settled) return words.loadingMedicines
  return refused === undefined ? words.noMedicineFound : words.noneNamed(shortenText(refused))
}

function ChosenLine({ medicine, onChoose }: Pick<Props, 'onChoose'> & { medicine: PickedMedicine }) {
  return (
    <>
      {stockText(medicine)} · {priceText(medicine)} · {medicine.category} <ExpiryNote medicine={medicine} />
      {medicine.currentStock <= 0 ? <SameSalt medicine={medicine} onChoose={onChoose} /> : null}
    </>
  )
}
