import type { MedicineSummary } from '@mms/contracts'
import { type ListAddress, useFilterForm } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { Box, Button, FilterBar, formatCount, GridItem, SelectField, TextField } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { useEffect, useEffectEvent } from 'react'
import { medicineKeys } from '../keys.ts'
import { optionsOf } from '../options.tsx'
import * as words from '../words/medicines.ts'
import { MEDICINES_PATH, useCategories } from './api.ts'
import { countFilters, type MedicineFilters } from './filters.ts'

const PAUSE_MS = 400

/** Typed text applies after a pause or with *Filter*. A chosen option applies it at once. */
export function MedicinesFilterForm({ address }: { address: ListAddress<MedicineFilters> }) {
  const form = useFilterForm(address)
  const { category: chosen, search: applied } = address.filters
  const typed = form.draft.search.trim()
  const onPause = useEffectEvent(() => {
    if (typed !== applied) form.apply(form.draft, true)
  })
  useEffect(() => {
    const pause = setTimeout(onPause, PAUSE_MS, typed)
    return () => clearTimeout(pause)
  }, [typed])
  const { data: inUse = [] } = useCategories()
  const categories = chosen === '' || inUse.includes(chosen) ? inUse : [...inUse, chosen]
  return (
    <Box data-screen-only>
      <FilterBar
        label={words.filterMedicines}
        count={countFilters(address.filters)}
        wide="lg"
        columns="2fr 1fr 1fr"
        submitLabel={words.filter}
        searches
        hideLabels
        onSubmit={form.onSubmit}
        onClear={form.clear}
      >
        <GridItem colSpan={{ sm: 2, lg: 1 }}>
          <TextField
            label={words.search}
            type="search"
            maxLength={200}
            placeholder={words.searchPlaceholder}
            {...form.typed('search')}
          />
        </GridItem>
        <SelectField label={words.category} {...form.chosen('category')}>
          <option value="">{words.allCategories}</option>
          {optionsOf(categories)}
        </SelectField>
        <SelectField label={words.filter} {...form.chosen('filter')}>
          <option value="">{words.noFilter}</option>
          {optionsOf(words.filterNames)}
        </SelectField>
        <Box hideFrom="lg">
          <SelectField label={words.sortBy} {...form.chosen('sort')}>
            <option value="">{words.defaultOrder}</option>
            {optionsOf(words.sortNames)}
          </SelectField>
        </Box>
      </FilterBar>
    </Box>
  )
}

const chips = [
  {
    filter: 'low-stock',
    name: words.filterNames['low-stock'],
    count: 'lowStock',
    colorPalette: tones.danger,
  },
  { filter: 'expiring', name: words.filterNames.expiring, count: 'expiringSoon', colorPalette: tones.soon },
] as const

/** Counts of medicines that need attention. A chip filters the list; a second press shows all. */
export function FilterChips({ address: { filters, setFilters } }: { address: ListAddress<MedicineFilters> }) {
  const { data } = useGet<MedicineSummary>(medicineKeys('summary'), `${MEDICINES_PATH}/summary`)
  if (!data) return null
  return chips.map(({ filter, name, count, colorPalette }) => {
    const isOn = filters.filter === filter
    return (
      <Button
        key={filter}
        size="2xs"
        ms="1"
        borderRadius="full"
        variant={isOn ? 'surface' : 'subtle'}
        colorPalette={data[count] > 0 ? colorPalette : tones.quiet}
        aria-pressed={isOn}
        onClick={() => setFilters({ ...filters, filter: isOn ? '' : filter })}
      >
        {name} {formatCount(data[count])}
      </Button>
    )
  })
}
