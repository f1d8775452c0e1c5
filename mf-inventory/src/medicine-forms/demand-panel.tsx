import { fieldProps } from '@mms/sdk/forms'
import { Card, CheckboxField, NumberField, Separator, SimpleGrid, Stack, Text } from '@mms/ui'
import * as words from '../words/medicine-forms.ts'
import { climates, type FieldName, fieldLabels, type MedicineFormApi, seasons } from './form-values.ts'

const seasonFields = seasons.map((season) => `demandFactors.seasonalTrend.${season}` as const)
const climateFields = climates.map((climate) => `demandFactors.climateFactors.${climate}` as const)

export function DemandPanel({ form }: { form: MedicineFormApi }) {
  return (
    <Card title={words.demandPredictionFactors}>
      <Stack gap="4">
        <Multipliers form={form} switchField="demandFactors.seasonal" fields={seasonFields} />
        <Separator />
        <Multipliers form={form} switchField="demandFactors.climateDependent" fields={climateFields} />
      </Stack>
    </Card>
  )
}

interface MultipliersProps {
  form: MedicineFormApi
  switchField: 'demandFactors.seasonal' | 'demandFactors.climateDependent'
  fields: readonly FieldName[]
}

function Multipliers({ form, switchField, fields }: MultipliersProps) {
  return (
    <Stack gap="3">
      <CheckboxField label={fieldLabels[switchField]} {...form.register(switchField)} />
      {form.watch(switchField) ? (
        <fieldset aria-label={fieldLabels[switchField]}>
          <Text color="fg.muted" textStyle="sm" mb="3">
            {words.factorHint}
          </Text>
          <SimpleGrid columns={{ base: 2, md: 4 }} gap="4">
            {fields.map((field) => (
              <NumberField
                key={field}
                label={fieldLabels[field]}
                min={0}
                step={0.1}
                {...fieldProps(form, field)}
              />
            ))}
          </SimpleGrid>
        </fieldset>
      ) : null}
    </Stack>
  )
}
