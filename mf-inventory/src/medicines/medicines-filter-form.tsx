import { type ListAddress, useFilterForm } from '@mms/sdk'
import { Box, FilterBar, GridItem, SelectField, TextField } from '@mms/ui'
import { useCategories } from './api.ts'
import { countFilters, filterNames, type MedicineFilters, sortNames } from './filters.ts'

/** Typed text applies with *Filter*. Choices apply at once, along with the text. */
export function MedicinesFilterForm({ address }: { address: ListAddress<MedicineFilters> }) {
  const form = useFilterForm(address)
  const { category: chosen } = address.filters
  const { data: inUse = [] } = useCategories()
  const categories = chosen === '' || inUse.includes(chosen) ? inUse : [...inUse, chosen]
  return (
    <Box data-screen-only>
      <FilterBar
        label="Filter medicines"
        count={countFilters(address.filters)}
        wide="lg"
        columns="2fr 1fr 1fr"
        submitLabel="Filter"
        searches
        hideLabels
        onSubmit={form.onSubmit}
        onClear={form.clear}
      >
        <GridItem colSpan={{ sm: 2, lg: 1 }}>
          <TextField
            label="Search"
            type="search"
            maxLength={200}
            placeholder="Name, composition or manufacturer"
            {...form.typed('search')}
          />
        </GridItem>
        <SelectField label="Category" {...form.chosen('category')}>
          <option value="">All Categories</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
        <SelectField label="Filter" {...form.chosen('filter')}>
          <option value="">No Filter</option>
          {Object.entries(filterNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <Box hideFrom="lg">
          <SelectField label="Sort by" {...form.chosen('sort')}>
            <option value="">Usual order</option>
            {Object.entries(sortNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        </Box>
      </FilterBar>
    </Box>
  )
}
