import { fieldProps } from '@mms/sdk/forms'
import { problemOf } from '@mms/sdk/queries'
import { Card, NumberField, PageLoader, ProblemCard, SimpleGrid, Stack } from '@mms/ui'
import { limitKeys } from '../keys.ts'
import { ChangesTable } from '../versioned-form/changes-table.tsx'
import { useBasis, VersionedForm } from '../versioned-form/versioned-form.tsx'
import { saveLimits, useLimits } from './api.ts'
import { type LimitName, limitHints, limitLabels, limitNames, limitRules, toValues } from './form-values.ts'

const TITLE = 'Questions at the counter'
const LOAD_FAILED = 'Failed to load the limits of the counter'
const words = {
  name: TITLE,
  submit: 'Save limits',
  saved: 'Limits saved',
  saveFailed: 'Failed to save the limits',
  noun: 'limits',
}

const nameOf = (limit: string) => limitLabels[limit as LimitName] ?? limit

/** Sales stores these limits, but store settings share one page. */
export function LimitsPanel() {
  const query = useLimits()
  const basis = useBasis(query)
  const { data, isError } = query
  if (isError && !data) return <ProblemCard {...problemOf(query, LOAD_FAILED)} />
  if (!data || !basis) return <PageLoader text="Loading the limits of the counter..." />
  return (
    <Card
      title={TITLE}
      text="The Transactions form asks before it records something this far from the usual; Enter a second time says yes, and both are on record."
    >
      <Stack gap="8">
        <VersionedForm
          basis={basis}
          rules={limitRules}
          toValues={toValues}
          save={saveLimits}
          queryKey={limitKeys}
          words={words}
          fields={(form) => (
            <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
              {limitNames.map((name) => (
                <NumberField
                  key={name}
                  label={limitLabels[name]}
                  hint={limitHints[name]}
                  required
                  {...fieldProps(form, name)}
                />
              ))}
            </SimpleGrid>
          )}
        />
        {data.changes.length > 0 ? (
          <ChangesTable
            caption="Changes of the limits"
            noun="Limit"
            align="end"
            changes={data.changes.map(({ limit, ...change }) => ({ ...change, name: nameOf(limit) }))}
          />
        ) : null}
      </Stack>
    </Card>
  )
}
