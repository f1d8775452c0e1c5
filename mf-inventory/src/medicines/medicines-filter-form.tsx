import { type FilterAsk, useFilterDraft, useQuery } from '@mms/sdk'
import { Button, Card, FilterFold, Grid, GridItem, SearchIcon, SelectField, TextField } from '@mms/ui'
import type { FormEvent } from 'react'
import { fetchCategories, MEDICINES_KEY, type MedicineFilters } from './api.ts'
import { filterNames, noFilters } from './list-address.ts'

interface Props {
  filters: MedicineFilters
  onChange: (filters: MedicineFilters, asked: FilterAsk) => void
}

/** What is typed counts from *Filter* on; what is chosen counts at once, with what was typed before. */
export function MedicinesFilterForm({ filters, onChange }: Props) {
  const { draft, setDraft, ask } = useFilterDraft(filters)
  const categories = useCategories(filters.category)
  const apply = (next: MedicineFilters) => {
    setDraft(next)
    onChange({ ...next, search: next.search.trim() }, ask())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply(draft)
  }
  return (
    <Card data-screen-only>
      <FilterFold count={Object.values(filters).filter(Boolean).length}>
        <form aria-label="Filter medicines" onSubmit={submit}>
          <Grid
            templateColumns={{ base: '1fr', sm: '1fr 1fr', lg: '2fr 1fr 1fr auto' }}
            gap="4"
            alignItems="end"
          >
            <GridItem colSpan={{ sm: 2, lg: 1 }}>
              <TextField
                label="Search"
                type="search"
                maxLength={200}
                placeholder="Name, manufacturer or category"
                value={draft.search}
                onChange={(event) => setDraft({ ...draft, search: event.target.value })}
              />
            </GridItem>
            <SelectField
              label="Category"
              value={draft.category}
              onChange={(event) => apply({ ...draft, category: event.target.value })}
            >
              <option value="">All Categories</option>
              {categories.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </SelectField>
            <SelectField
              label="Filter"
              value={draft.filter}
              onChange={(event) => apply({ ...draft, filter: event.target.value })}
            >
              <option value="">No Filter</option>
              {Object.entries(filterNames).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <GridItem colSpan={{ sm: 2, lg: 1 }} display="flex" gap="2">
              <Button type="submit" flex={{ base: '1', lg: 'none' }}>
                <SearchIcon aria-hidden />
                Filter
              </Button>
              <Button variant="outline" flex={{ base: '1', lg: 'none' }} onClick={() => apply(noFilters)}>
                Clear
              </Button>
            </GridItem>
          </Grid>
        </form>
      </FilterFold>
    </Card>
  )
}

/** Categories in use, as far as the server could say. The chosen one is always among them. */
function useCategories(chosen: string): readonly string[] {
  const inUse = useQuery({
    queryKey: [MEDICINES_KEY, 'categories'],
    queryFn: ({ signal }) => fetchCategories(signal),
    staleTime: 0,
  })
  const known = inUse.data ?? []
  return chosen === '' || known.includes(chosen) ? known : [...known, chosen]
}
