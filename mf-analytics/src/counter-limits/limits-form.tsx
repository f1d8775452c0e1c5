import type { CounterLimitsShown } from '@mms/contracts'
import { ApiError, notify } from '@mms/sdk'
import { fieldProps, showSaveFailure, useSaveFailure, useSchemaForm } from '@mms/sdk/forms'
import { Alert, Button, Flex, NumberField, SimpleGrid, Stack } from '@mms/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSaveLimits } from './api.ts'
import { type LimitName, limitLabels, limitNames, limitRules, toLimits, toValues } from './form-values.ts'

const hints: Record<LimitName, string> = {
  priceTimes:
    'So far above the usual price, or below it. A price of 0 and one above the MRP are always asked about.',
  quantityTimes:
    'Usual in one transaction of its medicine and type. More than is in stock is always asked about.',
  newPriceTimes: 'The price that a purchase sets, so far above the present one or below it.',
  expiryDays: 'The expiry date that a purchase sets. One that has passed is always asked about.',
  expiryYears: 'The same date, where it is probably a slip.',
  staffReturnUnits:
    'What was sold in 90 days and not returned comes back freely; more than this needs an administrator.',
}

interface Props {
  limits: CounterLimitsShown
  /** What the fields hold is no longer what they were opened with. */
  onTyped: () => void
  onSaved: () => void
  onReload: () => void
}

export function LimitsForm({ limits, onTyped, onSaved, onReload }: Props) {
  const form = useSchemaForm(limitRules, toValues(limits))
  const [failure, setFailure] = useSaveFailure(form)
  const [isOutdated, setOutdated] = useState(false)
  const { isDirty } = form.formState
  const announceTyped = useEffectEvent(onTyped)
  useEffect(() => {
    if (isDirty) announceTyped()
  }, [isDirty])
  const saving = useSaveLimits(() => {
    notify.success('Limits saved')
    onSaved()
  })
  const save = form.handleSubmit((values) => {
    const onError = (error: unknown) => {
      if (error instanceof ApiError && error.status === 412) setOutdated(true)
      else setFailure(showSaveFailure(form, limitRules, { error, title: 'Failed to save the limits' }))
    }
    saving.mutate({ limits: toLimits(values), version: limits.version }, { onError })
  })
  return (
    <form noValidate aria-label="Questions at the counter" onSubmit={(event) => void save(event)}>
      <Stack gap="6">
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          {limitNames.map((name) => (
            <NumberField
              key={name}
              label={limitLabels[name]}
              hint={hints[name]}
              required
              {...fieldProps(form, name)}
            />
          ))}
        </SimpleGrid>
        {isOutdated ? <Outdated onReload={onReload} /> : null}
        {failure && !isOutdated ? (
          <Alert status="error" title={failure.title}>
            {failure.reason}
          </Alert>
        ) : null}
        <Flex justify="flex-end">
          <Button type="submit" loading={saving.isPending} loadingText="Saving...">
            Save limits
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}

function Outdated({ onReload }: { onReload: () => void }) {
  return (
    <Alert
      status="error"
      title="Another administrator has changed the limits meanwhile"
      actions={
        <Button size="sm" variant="outline" onClick={onReload}>
          Load the current limits
        </Button>
      }
    >
      Nothing was saved. Load what is set now, and make your change again.
    </Alert>
  )
}
