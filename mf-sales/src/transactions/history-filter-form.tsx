import { type FilterAsk, useFilterDraft } from '@mms/sdk'
import { Button, DateField, FilterFold, Grid, GridItem, SelectField } from '@mms/ui'
import { type FormEvent, useRef, useState } from 'react'
import type { TypedText } from '../medicines/medicine-picker.tsx'
import type { HistoryFilters } from './api.ts'
import { DayButtons } from './day-buttons.tsx'
import { noFilters, wrongDates } from './history-address.ts'
import { MedicineFilter } from './medicine-filter.tsx'
import { transactionTypeNames, typeLooks } from './transaction-types.ts'

interface Props {
  filters: HistoryFilters
  onChange: (filters: HistoryFilters, asked: FilterAsk) => void
}

/**
 * What is chosen here counts from *Apply Filters* on, the days at once; it gives way when the address changes by other
 * means.
 */
export function HistoryFilterForm({ filters, onChange }: Props) {
  const { draft, setDraft, ask } = useFilterDraft(filters)
  const startDate = useRef<HTMLInputElement>(null)
  const medicine = useMedicineField()
  const problem = wrongDates(draft)
  const apply = (next: HistoryFilters) => {
    medicine.forget()
    setDraft(next)
    onChange(next, ask())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem) startDate.current?.focus()
    else if (!medicine.refuse()) apply(draft)
  }
  const fieldOf = (name: keyof HistoryFilters) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  })
  return (
    <>
      <DayButtons filters={filters} onChoose={(days) => apply({ ...draft, ...days })} />
      <FilterFold count={Object.values(filters).filter(Boolean).length}>
        <form noValidate aria-label="Filter transactions" onSubmit={submit}>
          <Grid
            templateColumns={{ base: '1fr', sm: '1fr 1fr', xl: '1fr 1.5fr 1fr 1fr auto' }}
            gap="4"
            alignItems="start"
          >
            <SelectField label="Transaction Type" {...fieldOf('type')}>
              <option value="">All Types</option>
              {transactionTypeNames.map((type) => (
                <option key={type} value={type}>
                  {typeLooks[type].plural}
                </option>
              ))}
            </SelectField>
            <MedicineFilter
              value={draft.medicine}
              onChange={(id) => {
                medicine.forgive()
                setDraft({ ...draft, medicine: id })
              }}
              {...medicine.field}
            />
            <DateField label="Start Date" error={problem} ref={startDate} {...fieldOf('startDate')} />
            <DateField label="End Date" {...fieldOf('endDate')} />
            <GridItem colSpan={{ sm: 2, xl: 1 }} display="flex" gap="2" pt={{ xl: '1.625rem' }}>
              <Button type="submit" flex={{ base: '1', xl: 'none' }}>
                Apply Filters
              </Button>
              <Button variant="outline" flex={{ base: '1', xl: 'none' }} onClick={() => apply(noFilters)}>
                Clear
              </Button>
            </GridItem>
          </Grid>
        </form>
      </FilterFold>
    </>
  )
}

/** Text in the picker that chose nothing is no filter, and is not passed over in silence. */
function useMedicineField() {
  const inputRef = useRef<HTMLInputElement>(null)
  const typedRef = useRef<TypedText>(null)
  const [error, setError] = useState<string | undefined>()
  return {
    field: { inputRef, typedRef, error },
    refuse(): boolean {
      if (!typedRef.current?.read().trim()) return false
      setError('Choose a medicine from the list')
      inputRef.current?.focus()
      return true
    },
    forgive: () => setError(undefined),
    forget() {
      setError(undefined)
      typedRef.current?.write('')
    },
  }
}
