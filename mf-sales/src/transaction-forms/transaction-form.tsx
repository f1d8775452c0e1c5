import { Alert, Box, Button, Card, Flex, Grid, GridItem } from '@mms/ui'
import { useEffect, useRef } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import { MedicinePicker } from '../medicines/medicine-picker.tsx'
import { useChosen, useStockFollower } from '../medicines/use-medicines.ts'
import type { Draft } from './draft.ts'
import { TotalLine } from './total-line.tsx'
import { AmountFields, TypeFields } from './transaction-fields.tsx'
import { useSubmit } from './use-submit.ts'
import { type TransactionFormApi, useTransactionForm } from './use-transaction-form.ts'

interface Props {
  userId: string
  /** What to begin with, instead of what was being typed. */
  startWith: Draft | undefined
}

const COLUMNS = { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(12, minmax(0, 1fr))' }

/** Records one transaction after the other, by keyboard alone if need be. */
export function TransactionForm({ userId, startWith }: Props) {
  const form = useTransactionForm(userId, startWith)
  const picker = useRef<HTMLInputElement>(null)
  const { busy, problem, onSubmit } = useSubmit(form, {
    onRecorded: useStockFollower(),
    focus: (field) => (field === 'medicine' ? picker.current?.focus() : form.setFocus(field)),
  })
  const values = form.watch()
  const medicine = useChosen(values.medicine)
  useNextBeginsHere(picker, !busy && values.medicine === null)
  return (
    <Card title="Record New Transaction">
      <form noValidate aria-label="Record New Transaction" aria-busy={busy} onSubmit={onSubmit}>
        <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
          <GridItem colSpan={{ base: 2, lg: values.type === 'adjustment' ? 4 : 5 }}>
            <MedicinePicker
              chosen={medicine}
              onChoose={(chosen) => choose(form, chosen)}
              error={form.formState.errors.medicine?.message}
              inputRef={picker}
            />
          </GridItem>
          <TypeFields form={form} medicine={medicine} type={values.type} />
          <AmountFields form={form} busy={busy} />
        </Grid>
        <Box aria-live="polite" mt={problem ? '4' : '0'}>
          {problem ? <Alert status="error" title={problem} /> : null}
        </Box>
        <Flex mt="5" gap="4" wrap="wrap" align="center" justify="space-between">
          <TotalLine values={values} medicine={medicine} />
          <Button
            type="submit"
            size="lg"
            width={{ base: 'full', sm: 'auto' }}
            loading={busy}
            loadingText="Recording..."
          >
            Record Transaction
          </Button>
        </Flex>
      </form>
    </Card>
  )
}

/** Fills in the price with the medicine, and takes it away with it. */
function choose(form: TransactionFormApi, medicine: PickedMedicine | null): void {
  const options = { shouldValidate: form.formState.isSubmitted }
  form.setValue('medicine', medicine, options)
  form.setValue('unitPrice', medicine ? medicine.unitPrice.toFixed(2) : '', options)
  if (medicine) form.setFocus('quantity', { shouldSelect: true })
}

/** When the page opens, and after each transaction, the medicine is what comes next. */
function useNextBeginsHere(picker: { current: HTMLInputElement | null }, isNext: boolean): void {
  useEffect(() => {
    if (isNext) picker.current?.focus()
  }, [picker, isNext])
}
