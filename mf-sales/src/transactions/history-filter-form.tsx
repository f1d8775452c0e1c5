import { type FilterAsk, useFilterDraft } from '@mms/sdk'
import { Button, DateField, FilterFold, Grid, GridItem, SelectField } from '@mms/ui'
import { type FormEvent, useRef } from 'react'
import type { HistoryFilters } from './api.ts'
import { noFilters, wrongDates } from './history-address.ts'
import { transactionTypeNames, typeLooks } from './transaction-types.ts'

interface Props {
  filters: HistoryFilters
  onChange: (filters: HistoryFilters, asked: FilterAsk) => void
}

/** What is chosen here counts from *Apply Filters* on, and gives way when the address changes by other means. */
export function HistoryFilterForm({ filters, onChange }: Props) {
  const { draft, setDraft, ask } = useFilterDraft(filters)
  const startDate = useRef<HTMLInputElement>(null)
  const problem = wrongDates(draft)
  const apply = (next: HistoryFilters) => {
    setDraft(next)
    onChange(next, ask())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem) startDate.current?.focus()
    else apply(draft)
  }
  const fieldOf = (name: keyof HistoryFilters) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  })
  return (
    <FilterFold count={Object.values(filters).filter(Boolean).length}>
      <form noValidate aria-label="Filter transactions" onSubmit={submit}>
        <Grid
          templateColumns={{ base: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr auto' }}
          gap="4"
          alignItems="start"
        >
          <GridItem colSpan={{ sm: 2, lg: 1 }}>
            <SelectField label="Transaction Type" {...fieldOf('type')}>
              <option value="">All Types</option>
              {transactionTypeNames.map((type) => (
                <option key={type} value={type}>
                  {typeLooks[type].plural}
                </option>
              ))}
            </SelectField>
          </GridItem>
          <DateField label="Start Date" error={problem} ref={startDate} {...fieldOf('startDate')} />
          <DateField label="End Date" {...fieldOf('endDate')} />
          <GridItem colSpan={{ sm: 2, lg: 1 }} display="flex" gap="2" pt={{ lg: '1.625rem' }}>
            <Button type="submit" flex={{ base: '1', lg: 'none' }}>
              Apply Filters
            </Button>
            <Button variant="outline" flex={{ base: '1', lg: 'none' }} onClick={() => apply(noFilters)}>
              Clear
            </Button>
          </GridItem>
        </Grid>
      </form>
    </FilterFold>
  )
}
