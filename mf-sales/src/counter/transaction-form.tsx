import { notify } from '@mms/sdk'
import { Alert, Box, Button, Card, choiceColors, Flex, Grid, GridItem } from '@mms/ui'
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useSaleableMedicine } from '../batches/use-batches.ts'
import { type Draft, drafts } from '../draft/draft.ts'
import { emptyForm, type FieldName } from '../draft/form-values.ts'
import { type FieldElements, useFieldElements } from '../draft/use-field-elements.ts'
import { type TransactionFormApi, useTransactionForm } from '../draft/use-transaction-form.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { Figures } from '../medicines/medicine-option.tsx'
import { MedicinePicker, type TypedText } from '../medicines/medicine-picker.tsx'
import { useChosenMedicine, useStockSetter } from '../medicines/use-medicines.ts'
import { ReturnApproval } from '../returns/return-approval.tsx'
import { useReturnable } from '../returns/use-returnable.ts'
import { useScans } from '../scanned-packs/use-scans.ts'
import { beepUnlessScanned } from '../scanner/beep.ts'
import { typeLooks } from '../transactions/transaction-types.ts'
import { useUndo } from '../undo/use-undo.ts'
import { TotalLine } from './total-line.tsx'
import { AmountFields, DirectionField, TypeField } from './transaction-fields.tsx'
import { useBackToSale } from './use-back-to-sale.ts'
import { useQuestions } from './use-questions.ts'
import { useSubmit } from './use-submit.ts'

interface Props {
  userId: string
  startWith: Draft | undefined
  onHold: (refused: string | null) => void
}

const COLUMNS = { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(12, minmax(0, 1fr))' }

const SoldFigures = ({ medicine }: { medicine: PickedMedicine }) => (
  <Figures medicine={useSaleableMedicine(medicine, 'sale') ?? medicine} />
)

export function TransactionForm(props: Props) {
  const form = useTransactionForm(props)
  const elements = useFieldElements()
  const typed = useRef<TypedText>(null)
  const readPicker = () => typed.current?.read() ?? ''
  const { values, problem } = form
  const medicine = useSaleableMedicine(useChosenMedicine(values.medicine), values.type)
  const returnable = useReturnable(medicine?._id, values.type)
  const questions = useQuestions({ form, elements, medicine, returnable })
  const parts = { onRecorded: useStockSetter(), elements, questions, returnable, readPicker }
  const { busy, submit, onSubmit, approval } = useSubmit(form, parts)
  const choose = (chosen: PickedMedicine | null) => {
    form.choose(chosen)
    if (chosen) elements.focusOn('quantity', emptyForm.quantity)
  }
  const scans = useScans({ form, elements, submit, typed })
  useUndo(problem)
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
    <Card title="Record New Transaction">
      <form
        ref={box}
        noValidate
        aria-label="Record New Transaction"
        aria-busy={busy}
        onSubmit={onSubmit}
        onKeyDownCapture={scans.onKeyDown}
        onKeyDown={onKeyDown}
      >
        <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
          <TypeField form={form} elements={elements} medicine={medicine} />
          <GridItem colSpan={{ base: 2, lg: values.type === 'adjustment' ? 6 : 8 }}>
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
        <Flex mt="5" gap="4" wrap="wrap" align="center" justify="space-between">
          <TotalLine values={values} medicine={medicine} />
          <Button
            type="submit"
            size="lg"
            colorPalette={typeLooks[values.type].palette}
            {...choiceColors}
            width={{ base: 'full', sm: 'auto' }}
            minW={{ sm: '13rem' }}
            onMouseDown={keepFocus}
            onClick={ignoreSecondClick}
          >
            {busy ? 'Recording...' : typeLooks[values.type].action}
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

/** The second click of a double click would hit the next, empty form. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}

/** The form itself moves the focus to the next entry. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

const numberFields: ReadonlySet<FieldName> = new Set(['quantity', 'unitPrice', 'newUnitPrice'])

/**
 * Redirects keys typed into the wrong field, including the first: the browser types it where the focus is by
 * then. A letter in a number field starts a new medicine, even while that field's question is open. A digit
 * in an empty Note starts a code if no medicine is chosen and the picker is empty.
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
    notify.info(`${medicine.name} × ${quantity || 0} was not recorded`, 'Another medicine was typed.'),
  )
}
