import { type ListAddress, useFilterForm } from '@mms/sdk'
import { Box, FilterBar, SelectField } from '@mms/ui'
import type { AlertFilters } from './filters.ts'
import { severityNames, statusNames, typeNames } from './words.ts'

export function AlertsFilterForm({ address }: { address: ListAddress<AlertFilters> }) {
  const form = useFilterForm(address)
  return (
    <Box data-screen-only>
      <FilterBar
        label="Filter alerts"
        count={address.filterCount}
        wide="lg"
        columns="1fr 1fr 1fr"
        submitLabel="Filter"
        hideLabels
        onSubmit={form.onSubmit}
        onClear={form.clear}
      >
        <ChoiceField label="Status" all="Open" names={statusNames} {...form.typed('status')} />
        <ChoiceField label="Type" all="All Types" names={typeNames} {...form.typed('type')} />
        <ChoiceField
          label="Severity"
          all="All Severities"
          names={severityNames}
          {...form.typed('severity')}
        />
      </FilterBar>
    </Box>
  )
}

interface ChoiceProps {
  label: string
  all: string
  names: readonly (readonly [value: string, name: string])[]
  value: string
  onChange: (event: { target: { value: string } }) => void
}

function ChoiceField({ all, names, ...field }: ChoiceProps) {
  return (
    <SelectField {...field}>
      <option value="">{all}</option>
      {names.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
