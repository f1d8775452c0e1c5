import { stockEffect } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { numberOf } from '@mms/sdk/form-rules'
import { Alert, Box, Button, Card, choiceColors, Flex, formatRupees, Grid, GridItem, Text } from '@mms/ui'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useSellableMedicine } from '../batches/use-batches.ts'
import { drafts } from '../draft/draft.ts'
import {
  emptyForm,
  type FieldName,
  isEmptyForm,
  type TransactionFormValues,
  totalPriceOf,
} from '../draft/form-values.ts'
import { type FieldElements, useFieldElements } from '../draft/use-field-elements.ts'
import {
  type FormOptions,
  type TransactionFormApi,
  useTransactionForm,
} from '../draft/use-transaction-form.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { MedicineFigures } from '../medicines/medicine-option.tsx'
import { MedicinePicker, type TypedText } from '../medicines/medicine-picker.tsx'
import { unitsText } from '../medicines/medicine-words.tsx'
import { useChosenMedicine, useStockSetter } from '../medicines/use-medicines.ts'
import { ReturnApproval } from '../returns/return-approval.tsx'
import { useReturnable } from '../returns/use-returnable.ts'
import { useScans } from '../scanned-packs/use-scans.tsx'
import { beepUnlessScanned } from '../scanner/beep.ts'
import { typeLooks } from '../transactions/transaction-types.ts'
import { useUndoKey } from '../undo/use-undo.ts'
import * as words from '../words/counter.ts'
import * as sharedWords from '../words/shared.ts'
import { AmountFields, DirectionField, medicineSpan, TypeField } from './transaction-fields.tsx'
import { useQuestions } from './use-questions.ts'
import { useSubmit } from './use-submit.ts'

const COLUMNS = { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(12, minmax(0, 1fr))' }

/** Keeps the buttons above a phone's keyboard and bottom bar. */
const reachable = {
  position: { base: 'sticky', md: 'static' },
  bottom: 'var(--bottom-bar)',
  zIndex: '1',
  bg: 'bg.panel',
  py: { base: '2', md: '0' },
  mt: { base: '3', md: '5' },
  wrap: { base: 'nowrap', md: 'wrap' },
} as const

const SoldFigures = ({ medicine }: { medicine: PickedMedicine }) => (
  <MedicineFigures medicine={useSellableMedicine(medicine, 'sale') ?? medicine} />
)

export function TransactionForm(props: FormOptions) {
  const form = useTransactionForm(props)
  const elements = useFieldElements()
  const typed = useRef<TypedText>(null)
  const readPicker = () => typed.current?.read() ?? ''
  const { values, problem } = form
  const medicine = useSellableMedicine(useChosenMedicine(values.medicine), values.type)
  const returnable = useReturnable(medicine?._id, values.type)
  const questions = useQuestions({ form, elements, medicine, returnable })
  const parts = { onRecorded: useStockSetter(), elements, questions, returnable, readPicker }
  const { busy, submit, onSubmit, approval } = useSubmit(form, parts)
  const choose = (chosen: PickedMedicine | null) => {
    form.choose(chosen)
    if (chosen) elements.focusOn('quantity', emptyForm.quantity)
  }
  const scans = useScans({ form, elements, submit, typed })
  useUndoKey(problem)
  const box = useRef<HTMLFormElement>(null)
  useBackToSale(form, box, readPicker)
  const onKeyDown = (event: KeyboardEvent) => {
    ignoreHeldEnter(event)
    if (questions.onKeyDown(event)) return
    moveKeys(event, form, elements, readPicker)
    if (event.key !== 'Escape' || event.defaultPrevented || !form.read().medicine) return
    form.clear()
    elements.focus('medicine')
  }
  const begin = useEffectEvent(() => elements.select(form.read().medicine ? 'quantity' : 'medicine'))
  useEffect(() => begin(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused field may disappear with its type
  useEffect(() => {
    if (document.activeElement === document.body) begin()
  }, [values.type])
  useEffect(() => drafts.followPicker(() => typed.current?.read() ?? ''), [])
  return (
    <Card title={words.recordNewTransaction}>
      <form
        ref={box}
        noValidate
        aria-label={words.recordNewTransaction}
        aria-busy={busy}
        onSubmit={onSubmit}
        onKeyDownCapture={scans.onKeyDown}
        onKeyDown={onKeyDown}
      >
        <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
          <TypeField form={form} elements={elements} medicine={medicine} />
          <GridItem colSpan={medicineSpan(values.type)}>
            <MedicinePicker
              ExpiredFigures={SoldFigures}
              chosen={medicine}
              onChoose={choose}
              onClear={form.clear}
              typedRef={typed}
              error={form.errors.medicine}
              inputRef={elements.refOf('medicine')}
            />
          </GridItem>
          <DirectionField form={form} elements={elements} />
          <AmountFields form={form} elements={elements} medicine={medicine} question={questions.asked} />
        </Grid>
        <Box aria-live="polite" mt={problem ? '4' : '0'}>
          {problem ? <Alert status="error" title={problem} /> : null}
        </Box>
        <Flex {...reachable} gap="4" align="center" justify="space-between">
          <TotalLine values={values} medicine={medicine} />
          <Button
            type="submit"
            size="lg"
            colorPalette={typeLooks[values.type].palette}
            {...choiceColors}
            minW={{ sm: '13rem' }}
            onMouseDown={keepFocus}
            onClick={ignoreSecondClick}
          >
            {busy ? words.recording : typeLooks[values.type].action}
          </Button>
        </Flex>
      </form>
      {scans.question}
      <ReturnApproval approval={approval} idempotencyKey={form.readKey} />
    </Card>
  )
}

/** A held Enter key must not record a sale at each repeat. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

/** The second click of a double click would submit the next, empty form. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}

/** Keeps the browser from moving the focus, because the form moves it itself. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

const numberFields: ReadonlySet<FieldName> = new Set(['quantity', 'unitPrice', 'newUnitPrice'])

/**
 * Moves keys typed into the wrong field, including the first. A letter in a number field starts a new
 * medicine, even while a question about that field is open. A digit in an empty Note starts a code if no
 * medicine is chosen or typed.
 */
function moveKeys(
  event: KeyboardEvent,
  form: TransactionFormApi,
  elements: FieldElements,
  readPicker: () => string,
): void {
  const { key, ctrlKey, altKey, metaKey, target } = event
  if (ctrlKey || altKey || metaKey || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement))
    return
  const { medicine, quantity, note } = form.read()
  const field = target.name as FieldName
  const isLetter = numberFields.has(field) && /^\p{L}$/u.test(key)
  const isCode =
    field === 'note' && note === '' && !medicine && /^\d$/.test(key) && readPicker().trim() === ''
  if (!isLetter && !isCode) return
  elements.select('medicine')
  if (!medicine) return
  beepUnlessScanned(() =>
    notify.info(words.notRecordedQuantity(medicine.name, quantity || 0), sharedWords.anotherMedicineTyped),
  )
}

export const REST_MS = 60_000

const activities = ['keydown', 'pointerdown', 'pointermove'] as const

/** Purchase stays for all lines of a delivery. A minute of rest returns an empty form to Sale. */
function useBackToSale(
  form: TransactionFormApi,
  element: RefObject<HTMLElement | null>,
  readPicker: () => string,
): void {
  const { values } = form
  const restsSince = useRef(Date.now())
  const goBack = useEffectEvent(() => {
    const isRested = Date.now() - restsSince.current >= REST_MS
    if (!isRested || !isEmptyForm(form.read()) || readPicker().trim() !== '') return
    form.set('direction', emptyForm.direction)
    form.set('type', emptyForm.type)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change in the form restarts the timer
  useEffect(() => {
    restsSince.current = Date.now()
  }, [values])

  const isAway = values.type !== emptyForm.type
  useEffect(() => {
    if (!isAway) return
    const box = element.current
    // Check now: timers stop while a computer sleeps, and this key may start a sale.
    const onActivity = () => {
      goBack()
      restsSince.current = Date.now()
    }
    const onShow = () => goBack()
    const timer = setInterval(goBack, REST_MS / 60)
    document.addEventListener('visibilitychange', onShow)
    for (const activity of activities) box?.addEventListener(activity, onActivity, { capture: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onShow)
      for (const activity of activities) box?.removeEventListener(activity, onActivity, { capture: true })
    }
  }, [isAway, element])
}

function TotalLine({ values, medicine }: { values: TransactionFormValues; medicine: PickedMedicine | null }) {
  const total = totalPriceOf(values)
  const sold = medicine && soldText(values, medicine)
  return (
    <Flex gap="4" align="baseline" wrap="wrap" fontVariantNumeric="tabular-nums">
      <Text
        as="output"
        aria-label={sharedWords.total}
        fontWeight="bold"
        textStyle="2xl"
        letterSpacing="tight"
        color={total === undefined ? 'fg.subtle' : 'fg'}
      >
        <Text as="span" color="fg.muted" textStyle="sm" fontWeight="medium" letterSpacing="normal" me="2">
          {sharedWords.total}
        </Text>
        {formatRupees(total ?? 0)}
      </Text>
      {sold ? (
        <Text textStyle="sm" color="fg.muted">
          {sold}
        </Text>
      ) : null}
    </Flex>
  )
}

/** Examples: `Balance 120`, or `2 strips + 4 · Balance 10 strips` for a medicine counted in tablets. */
function soldText({ type, direction, quantity }: TransactionFormValues, medicine: PickedMedicine) {
  const count = numberOf(quantity)
  if (!Number.isInteger(count) || count < 1) return ''
  const left = medicine.currentStock + stockEffect(type, count, direction)
  const isPacked = (medicine.packSize ?? 1) > 1
  return [
    isPacked ? unitsText(count, medicine) : '',
    left >= 0 ? words.balance(unitsText(left, medicine)) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
