import { addMonths, type ReportPeriod, reportPeriods } from '@mms/contracts'
import { aDate, DateField, oneOf, storeToday, useSearchParams } from '@mms/sdk'
import { Alert, Box, Button, Flex, SelectField, Text } from '@mms/ui'
import { type FormEvent, useState } from 'react'
import * as words from '../words/reports.ts'

interface Range {
  startDate: string
  endDate: string
}
interface ChosenPeriod extends Range {
  period: ReportPeriod
}
interface Props {
  chosen: ChosenPeriod
  onChoose: (chosen: ChosenPeriod) => void
}

const aPeriod = oneOf(reportPeriods)
const noRange: Range = { startDate: '', endDate: '' }

/** A named period applies as soon as it is chosen. A custom range applies with its button. */
export function PeriodForm({ chosen, onChoose }: Props) {
  const choosePeriod = (period: ReportPeriod) =>
    onChoose({ period, ...(period === 'custom' ? defaultRange() : noRange) })
  return (
    <Flex
      role="group"
      aria-label={words.reportFilters}
      data-screen-only
      gap="3"
      wrap="wrap"
      align="end"
      css={{ '& > :first-of-type': labelBeside }}
    >
      <Text aria-hidden display={{ base: 'none', md: 'block' }} textStyle="sm" color="fg.muted" pb="2.5">
        {words.reportFilters}
      </Text>
      <SelectField
        label={words.reportPeriod}
        value={chosen.period}
        onChange={(event) => choosePeriod(event.currentTarget.value as ReportPeriod)}
      >
        {reportPeriods.map((period) => (
          <option key={period} value={period}>
            {words.periodNames[period]}
          </option>
        ))}
      </SelectField>
      {chosen.period === 'custom' ? (
        <RangeFields
          key={`${chosen.startDate} ${chosen.endDate}`}
          startWith={chosen}
          onApply={(range) => onChoose({ period: 'custom', ...range })}
        />
      ) : null}
    </Flex>
  )
}

const labelBeside = { flexDirection: 'row', alignItems: 'center', width: 'auto', whiteSpace: 'nowrap' }

function RangeFields({ startWith, onApply }: { startWith: Range; onApply: (range: Range) => void }) {
  const [startDate, setStart] = useState(startWith.startDate)
  const [endDate, setEnd] = useState(startWith.endDate)
  const [problem, setProblem] = useState<string | undefined>()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = periodProblem({ period: 'custom', startDate, endDate })
    setProblem(found)
    if (!found) onApply({ startDate, endDate })
  }
  return (
    <Flex as="form" gap="3" wrap="wrap" align="end" onSubmit={onSubmit}>
      <Box minW="44">
        <DateField
          label={words.startDate}
          value={startDate}
          onChange={(event) => setStart(event.currentTarget.value)}
        />
      </Box>
      <Box minW="44">
        <DateField
          label={words.endDate}
          value={endDate}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
      </Box>
      <Button type="submit">{words.applyRange}</Button>
      {problem ? (
        <Box width="full">
          <Alert status="error" title={problem} />
        </Box>
      ) : null}
    </Flex>
  )
}

function defaultRange(): Range {
  const endDate = storeToday()
  return { startDate: addMonths(endDate, -1), endDate }
}

export function periodProblem({ period, startDate, endDate }: ChosenPeriod): string | undefined {
  if (period !== 'custom') return undefined
  if (!aDate(startDate) || !aDate(endDate)) return words.chooseDates
  if (startDate > endDate) return words.startAfterEnd
  return undefined
}

/** Kept in the address with the tab: `/reports?period=custom&startDate=2026-01-01&endDate=2026-03-31&tab=stock`. */
export function useReportPeriod() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab')
  const period = (aPeriod(params.get('period') ?? '') || 'last-month') as ReportPeriod
  const range = period === 'custom' ? rangeOf(params) : noRange
  const choose = ({ period: chosen, startDate, endDate }: ChosenPeriod) =>
    setParams({
      period: chosen,
      ...(chosen === 'custom' ? { startDate, endDate } : {}),
      ...(tab ? { tab } : {}),
    })
  return { chosen: { period, ...range }, choose }
}

function rangeOf(params: URLSearchParams): Range {
  const standard = defaultRange()
  const read = (name: keyof Range) => aDate(params.get(name) ?? '') || standard[name]
  return { startDate: read('startDate'), endDate: read('endDate') }
}
