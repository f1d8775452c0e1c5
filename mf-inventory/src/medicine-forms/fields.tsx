import type { CreateMedicine, Medicine } from '@mms/contracts'
import type { Doubts, RecordForm } from '@mms/sdk/record-forms'
import { SimpleGrid, Stack } from '@mms/ui'
import { useEffect, useRef, useState } from 'react'
import * as words from '../words/medicine-forms.ts'
import { fetchNamesakes } from './api.ts'
import { BasicPanel } from './basic-panel.tsx'
import { DemandPanel } from './demand-panel.tsx'
import { type Doubt, doubtsOf, needsNamesakes } from './doubts.ts'
import { DoubtsDialog } from './doubts-dialog.tsx'
import {
  bodyFor,
  type FieldName,
  formOf,
  type MedicineFormApi,
  type MedicineFormValues,
  medicineRules,
} from './form-values.ts'
import { StockPanel } from './stock-panel.tsx'

export const medicineForm: RecordForm<Medicine, MedicineFormValues, CreateMedicine, FieldName> = {
  rules: medicineRules,
  toValues: formOf,
  Fields: MedicineFields,
  bodyFor,
  useDoubts,
  alsoChangedBy: words.stockMoved,
}

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
  // A retry is not asked again: the stored first attempt would count as its namesake.
  const settled = useRef('')

  const settle = async (body: CreateMedicine, stored: Medicine | null) => {
    const asSent = JSON.stringify(body)
    if (asSent === settled.current) return true
    const others = needsNamesakes(body, stored) ? await namesakesOf(body) : []
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

/** On failure, save without this check. Saving shows a lasting failure. */
const namesakesOf = ({ name }: CreateMedicine) => fetchNamesakes(name).catch((): Medicine[] => [])
