import {
  type AlertSeverity,
  type AlertStatus,
  alertSeverities,
  alertStatuses,
  alertTypes,
} from '@mms/contracts'
import { type FiltersOf, type ListAddress, oneOf, useFilterForm } from '@mms/sdk'
import { Box, FilterBar, SelectField } from '@mms/ui'
import * as words from '../words/alerts.ts'
import * as sharedWords from '../words/shared.ts'

export const alertFilters = {
  status: oneOf(alertStatuses),
  type: oneOf(alertTypes),
  severity: oneOf(alertSeverities),
}
export type AlertFilters = FiltersOf<typeof alertFilters>

export function AlertsFilterForm({ address }: { address: ListAddress<AlertFilters> }) {
  const form = useFilterForm(address)
  return (
    <Box data-screen-only>
      <FilterBar
        label={words.filterAlerts}
        count={address.filterCount}
        wide="lg"
        columns="1fr 1fr 1fr"
        submitLabel={words.filter}
        hideLabels
        onSubmit={form.onSubmit}
        onClear={form.clear}
      >
        <ChoiceField
          label={sharedWords.status}
          all={words.open}
          names={words.statusNames}
          {...form.typed('status')}
        />
        <ChoiceField
          label={sharedWords.type}
          all={words.allTypes}
          names={words.typeNames}
          {...form.typed('type')}
        />
        <ChoiceField
          label={sharedWords.severity}
          all={words.allSeverities}
          names={words.severityNames}
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

export function describeFilters({ status, type, severity }: AlertFilters): string {
  const parts = [
    status && words.statusName(status as AlertStatus),
    type && words.typeName(type),
    severity && words.severityNamed(words.severityName(severity as AlertSeverity)),
  ]
  return parts.filter(Boolean).join(' · ')
}
