import { type CounterLimits, updateCounterLimitsSchema } from '@mms/contracts'
import { fieldProps, formRules, numberOf } from '@mms/sdk/forms'
import { problemOf } from '@mms/sdk/queries'
import { useEditedVersion, VersionedForm } from '@mms/sdk/record-forms'
import { Card, NumberField, PageLoader, ProblemCard, SimpleGrid, Stack } from '@mms/ui'
import { limitKeys } from '../keys.ts'
import { ChangesTable } from '../versioned-form/changes-table.tsx'
import { saveLimits, useLimits } from './api.ts'

type LimitName = keyof CounterLimits
type LimitValues = Record<LimitName, string>

const limitLabels: Record<LimitName, string> = {
  priceTimes: 'Price: times the usual price',
  quantityTimes: 'Quantity: times the usual quantity',
  newPriceTimes: 'New price: times the present price',
  expiryDays: 'Expiry: nearer than days',
  expiryYears: 'Expiry: further than years',
  staffReturnUnits: 'Returns by staff: units beyond what was sold',
  staffRefundRupees: 'Returns by staff: ₹ a day beyond what was sold',
  staffWriteOffRupees: 'Write-offs by staff: ₹ a day before expiry',
}

const limitHints: Record<LimitName, string> = {
  priceTimes:
    'Asks about a price so many times above or below the usual one. A price of 0, and a purchase or return above the MRP, are always asked about.',
  quantityTimes:
    'Asks about so many times the usual quantity of that medicine and type. More than is in stock is always asked about.',
  newPriceTimes: 'Asks about a purchase that sets a price so many times above or below the present one.',
  expiryDays: 'The expiry date that a purchase sets. One that has passed is always asked about.',
  expiryYears: 'The same date, so far away that it is probably a mistake.',
  staffReturnUnits:
    'What was sold in 90 days and not returned comes back freely; more than this needs an administrator.',
  staffRefundRupees:
    'What one person refunds in a day for units that were not sold here; more needs an administrator.',
  staffWriteOffRupees:
    'What one person writes off in a day of stock that has not expired, at selling prices; more needs an administrator.',
}

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
  const basis = useEditedVersion(query)
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
