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
        {choices.map(({ filter, label, all, names }) => (
          <SelectField key={filter} label={label} {...form.typed(filter)}>
            <option value="">{all}</option>
            {names.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        ))}
      </FilterBar>
    </Box>
  )
}

const choices = [
  { filter: 'status', label: sharedWords.status, all: words.open, names: words.statusNames },
  { filter: 'type', label: sharedWords.type, all: words.allTypes, names: words.typeNames },
  { filter: 'severity', label: sharedWords.severity, all: words.allSeverities, names: words.severityNames },
] as const

export function describeFilters({ status, type, severity }: AlertFilters): string {
  const parts = [
    status && words.statusName(status as AlertStatus),
    type && words.typeName(type),
    severity && words.severityNamed(words.severityName(severity as AlertSeverity)),
  ]
  return parts.filter(Boolean).join(' · ')
}
