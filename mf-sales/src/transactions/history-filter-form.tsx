import { addDays, type User } from '@mms/contracts'
import { DateField, type ListAddress, useFilterForm, useSession, useStoreToday } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { Button, FilterBar, Flex, SelectField } from '@mms/ui'
import { type ComponentProps, type FormEvent, useRef } from 'react'
import { Options } from '../elements.tsx'
import { transactionKeys } from '../keys.ts'
import { MedicineFilter, useMedicineField } from '../medicines/medicine-filter.tsx'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/transactions.ts'
import { DISCARDED, dateRangeProblem, type HistoryFilters } from './filters.ts'
import { transactionTypeNames, typeLooks } from './transaction-types.ts'

/** Dates apply at once, other filters with *Apply Filters*. A changed address resets the form. */
export function HistoryFilterForm({ address }: { address: ListAddress<HistoryFilters> }) {
  const form = useFilterForm(address)
  const startDate = useRef<HTMLInputElement>(null)
  const medicine = useMedicineField(form)
  const problem = dateRangeProblem(form.draft)
  const apply = (next: HistoryFilters) => {
    medicine.forget()
    form.apply(next)
  }
  const submit = medicine.submitting(() => apply(form.draft))
  const refuseOrSubmit = (event: FormEvent) => {
    if (!problem) return submit(event)
    event.preventDefault()
    startDate.current?.focus()
  }
  return (
    <>
      <DayButtons filters={address.filters} onChoose={(days) => apply({ ...form.draft, ...days })} />
      <FilterBar
        label={words.filterTransactions}
        count={address.filterCount}
        wide="xl"
        columns="1fr 1.5fr 1fr 1fr 1fr"
        submitLabel={words.applyFilters}
        onSubmit={refuseOrSubmit}
        onClear={medicine.clear}
      >
        <SelectField label={sharedWords.transactionType} {...form.typed('type')}>
          <option value="">{words.allTypes}</option>
          <Options of={transactionTypeNames.map((type) => [type, typeLooks[type].plural])} />
          <option value={DISCARDED}>{sharedWords.discarded}</option>
        </SelectField>
        <MedicineFilter {...medicine.field} />
        <PersonFilter {...form.typed('person')} />
        <DateField label={words.startDate} error={problem} ref={startDate} {...form.typed('startDate')} />
        <DateField label={words.endDate} {...form.typed('endDate')} />
      </FilterBar>
    </>
  )
}

function PersonFilter(field: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  const people = usePeople()
  const isUnknown = field.value !== '' && people.every(([id]) => id !== field.value)
  return (
    <SelectField label={words.recordedBy} {...field}>
      <option value="">{words.everybody}</option>
      <Options of={people} />
      {isUnknown ? <option value={field.value}>{words.anotherPerson}</option> : null}
    </SelectField>
  )
}

type Days = Pick<HistoryFilters, 'startDate' | 'endDate'>

interface DayButtonsProps {
  filters: Days
  onChoose: (days: Days) => void
}

function DayButtons({ filters, onChoose }: DayButtonsProps) {
  const today = useStoreToday()
  return (
    <Flex
      role="group"
      aria-label={words.days}
      {...{ gap: '2', wrap: 'wrap', mb: { base: '4', lg: '3' } }}
      // On wide screens, moves the buttons up beside the card's title.
      {...{ mt: { lg: '-12' }, justify: { lg: 'end' } }}
      data-screen-only
    >
      {namedDayRanges(today).map(({ name, startDate, endDate }) => {
        const isChosen = filters.startDate === startDate && filters.endDate === endDate
        return (
          <Button
            key={name}
            size="sm"
            variant={isChosen ? 'solid' : 'outline'}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? { startDate: '', endDate: '' } : { startDate, endDate })}
          >
            {name}
          </Button>
        )
      })}
    </Flex>
  )
}

/** Uses whole weeks and months, so that a bookmarked link keeps its meaning. */
export function namedDayRanges(today: string): (Days & { name: string })[] {
  const yesterday = addDays(today, -1)
  const monday = addDays(today, -daysSinceMonday(today))
  const first = `${today.slice(0, 8)}01`
  const nextFirst = `${addDays(first, 31).slice(0, 8)}01`
  return [
    { name: sharedWords.today, startDate: today, endDate: today },
    { name: words.yesterday, startDate: yesterday, endDate: yesterday },
    { name: words.thisWeek, startDate: monday, endDate: addDays(monday, 6) },
    { name: sharedWords.thisMonth, startDate: first, endDate: addDays(nextFirst, -1) },
  ]
}

const daysSinceMonday = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7

export function usePeople(): (readonly [id: string, name: string])[] {
  const user = useSession((session) => session.user)
  const { data: users } = useGet<User[]>(transactionKeys('people'), '/api/users', {
    enabled: user?.role === 'admin',
    staleTime: 30_000,
  })
  if (!user) return []
  const others = (users ?? []).filter(({ _id }) => _id !== user.id)
  return [[user.id, `${user.name} (you)`], ...others.map(({ _id, name }) => [_id, name] as const)]
}
