import { type CounterLimits, updateCounterLimitsSchema } from '@mms/contracts'
import { fieldProps, formRules, numberOf } from '@mms/sdk/forms'
import { problemOf } from '@mms/sdk/queries'
import { useEditedVersion, VersionedForm } from '@mms/sdk/record-forms'
import { Card, NumberField, PageLoader, ProblemCard, SimpleGrid, Stack } from '@mms/ui'
import { counterLimitKeys } from '../keys.ts'
import { ChangesTable } from '../versioned-form/changes-table.tsx'
import * as words from '../words/counter-limits.ts'
import { saveCounterLimits, useCounterLimits } from './api.ts'

type LimitName = keyof CounterLimits
type LimitValues = Record<LimitName, string>

const { limitLabels } = words
const limitNames = Object.keys(limitLabels) as LimitName[]

const mapLimits = <From, To>(limits: Record<LimitName, From>, change: (value: From) => To) =>
  Object.fromEntries(limitNames.map((name) => [name, change(limits[name])])) as Record<LimitName, To>

const toValues = (limits: CounterLimits): LimitValues => mapLimits(limits, String)

const limitRules = formRules({
  name: 'counter-limits',
  labels: limitLabels,
  empty: mapLimits(limitLabels, () => ''),
  schema: updateCounterLimitsSchema,
  bodyOf: (values: LimitValues) => mapLimits(values, numberOf),
})

const nameOf = (limit: string) => limitLabels[limit as LimitName] ?? limit

/** The sales service stores these limits. They are shown here because all store settings share one page. */
export function CounterLimitsPanel() {
  const query = useCounterLimits()
  const basis = useEditedVersion(query)
  const { data, isError } = query
  if (isError && !data) return <ProblemCard {...problemOf(query, words.limitsLoadFailed)} />
  if (!data || !basis) return <PageLoader text={words.loadingLimits} />
  return (
    <Card title={words.counterQuestions} text={words.limitsText}>
      <Stack gap="8">
        <VersionedForm
          basis={basis}
          rules={limitRules}
          toValues={toValues}
          save={saveCounterLimits}
          queryKey={counterLimitKeys}
          words={words.limitsForm}
          fields={(form) => (
            <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
              {limitNames.map((name) => (
                <NumberField
                  key={name}
                  label={limitLabels[name]}
                  hint={words.limitHints[name]}
                  required
                  {...fieldProps(form, name)}
                />
              ))}
            </SimpleGrid>
          )}
        />
        {data.changes.length > 0 ? (
          <ChangesTable
            caption={words.limitChanges}
            noun={words.limit}
            align="end"
            changes={data.changes.map(({ limit, ...change }) => ({ ...change, name: nameOf(limit) }))}
          />
        ) : null}
      </Stack>
    </Card>
  )
}
