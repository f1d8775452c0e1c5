import type { User } from '@mms/contracts'
import { DateField, type ListAddress, useFilterForm } from '@mms/sdk'
import { FilterBar, SelectField } from '@mms/ui'
import type { ComponentProps } from 'react'
import type { AuditWords } from './words.ts'

type Filters = Record<'person' | 'action' | 'field' | 'startDate' | 'endDate', string>

interface Props {
  label: string
  address: ListAddress<Filters>
  words: Pick<AuditWords, 'actions' | 'fields'>
  users: readonly User[]
}

export function AuditFilterForm({ label, address, words: { actions, fields }, users }: Props) {
  const form = useFilterForm(address)
  const people = users.map(({ _id, name }) => [_id, name] as const)
  return (
    <FilterBar
      label={`Filter ${label}`}
      count={address.filterCount}
      wide="xl"
      columns={`repeat(${fields ? 5 : 4}, 1fr)`}
      submitLabel="Apply Filters"
      onSubmit={form.onSubmit}
      onClear={form.clear}
    >
      <Choice label="Who" all="Everybody" options={people} {...form.typed('person')} />
      <Choice label="What" all="Everything" options={Object.entries(actions)} {...form.typed('action')} />
      {fields ? (
        <Choice label="Field" all="All fields" options={Object.entries(fields)} {...form.typed('field')} />
      ) : null}
      <DateField label="Start Date" {...form.typed('startDate')} />
      <DateField label="End Date" {...form.typed('endDate')} />
    </FilterBar>
  )
}

interface ChoiceProps extends ComponentProps<typeof SelectField> {
  all: string
  options: readonly (readonly [string, string])[]
}

const Choice = ({ all, options, ...field }: ChoiceProps) => (
  <SelectField {...field}>
    <option value="">{all}</option>
    {options.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </SelectField>
)
