import { Button, DateField, Grid, GridItem, SelectField } from '@mms/ui'
import { type FormEvent, useRef, useState } from 'react'
import type { HistoryFilters } from './api.ts'
import { noFilters, wrongDates } from './history-address.ts'
import { transactionTypeNames, typeLooks } from './transaction-types.ts'

interface Props {
  filters: HistoryFilters
  onChange: (filters: HistoryFilters) => void
}

/** What is chosen here counts from *Apply Filters* on, and gives way when the address changes by other means. */
export function HistoryFilterForm({ filters, onChange }: Props) {
  const [draft, setDraft] = useState(filters)
  const [shown, setShown] = useState(filters)
  const startDate = useRef<HTMLInputElement>(null)
  if (JSON.stringify(filters) !== JSON.stringify(shown)) {
    setShown(filters)
    setDraft(filters)
  }
  const problem = wrongDates(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem) startDate.current?.focus()
    else onChange(draft)
  }
  const clear = () => {
    setDraft(noFilters)
    onChange(noFilters)
  }
  const fieldOf = (name: keyof HistoryFilters) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  })
  return (
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
          <Button variant="outline" flex={{ base: '1', lg: 'none' }} onClick={clear}>
            Clear
          </Button>
        </GridItem>
      </Grid>
    </form>
  )
}
