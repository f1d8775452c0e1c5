import type { CreateMedicine, Medicine } from '@mms/contracts'
import { fieldProps } from '@mms/sdk/forms'
import { AddPage, type Doubts, EditPage, type RecordForm } from '@mms/sdk/record-forms'
import { Card, CheckboxField, NumberField, Separator, SimpleGrid, Stack, Text } from '@mms/ui'
import { useEffect, useRef, useState } from 'react'
import { medicineKind } from '../medicines/kind.ts'
import * as words from '../words/medicine-forms.ts'
import { fetchNamesakes } from './api.ts'
import { BasicPanel } from './basic-panel.tsx'
import { type Doubt, DoubtsDialog, doubtsOf, needsNamesakeCheck } from './doubts-dialog.tsx'
import {
  climates,
  type FieldName,
  fieldLabels,
  type MedicineFormApi,
  type MedicineFormValues,
  medicineRules,
  seasons,
  toFormValues,
  toRequestBody,
} from './form-values.ts'
import { StockPanel } from './stock-panel.tsx'

const seasonFields = seasons.map((season) => `demandFactors.seasonalTrend.${season}` as const)
const climateFields = climates.map((climate) => `demandFactors.climateFactors.${climate}` as const)

const medicineForm: RecordForm<Medicine, MedicineFormValues, CreateMedicine, FieldName> = {
  rules: medicineRules,
  toValues: toFormValues,
  Fields: MedicineFields,
  bodyFor: toRequestBody,
  useDoubts,
  alsoChangedBy: words.stockChanged,
}

export const AddMedicinePage = () => <AddPage kind={medicineKind} form={medicineForm} />
export const EditMedicinePage = () => <EditPage kind={medicineKind} form={medicineForm} />

/** Ctrl+S saves, from any field. */
function MedicineFields({ form }: { form: MedicineFormApi }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) frame.current?.closest('form')?.requestSubmit()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <SimpleGrid ref={frame} data-wide columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
      <BasicPanel form={form} />
      <Stack gap="4">
        <StockPanel form={form} />
        <DemandPanel form={form} />
      </Stack>
    </SimpleGrid>
  )
}

function useDoubts(): Doubts<Medicine, MedicineFormValues, CreateMedicine> {
  const [asked, setAsked] = useState<{ doubts: Doubt[]; answer: (save: boolean) => void } | null>(null)
  // Do not ask again on a retry: a stored first attempt would count as a medicine with the same name.
  const settled = useRef('')

  const settle = async (body: CreateMedicine, stored: Medicine | null) => {
    const asSent = JSON.stringify(body)
    if (asSent === settled.current) return true
    const others = needsNamesakeCheck(body, stored) ? await namesakesOf(body) : []
    const doubts = doubtsOf(body, stored, others)
    const save = doubts.length === 0 || (await new Promise<boolean>((answer) => setAsked({ doubts, answer })))
    setAsked(null)
    if (save) settled.current = asSent
    return save
  }
  return {
    settle,
    dialog: (form) => (
      <DoubtsDialog doubts={asked?.doubts ?? []} onAnswer={(save) => asked?.answer(save)} form={form} />
    ),
  }
}

/** If the check fails, save without it. If the server is down, saving shows the error. */
const namesakesOf = ({ name }: CreateMedicine) => fetchNamesakes(name).catch((): Medicine[] => [])

function DemandPanel({ form }: { form: MedicineFormApi }) {
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
