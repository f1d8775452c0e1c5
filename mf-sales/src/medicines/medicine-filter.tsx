import type { useFilterForm } from '@mms/sdk'
import { type FormEvent, useRef, useState } from 'react'
import * as words from '../words/medicines.ts'
import type { PickedMedicine } from './api.ts'
import { MedicinePicker, type TypedText } from './medicine-picker.tsx'
import { useMedicineById } from './use-medicines.ts'

type FilterForm<Filters extends Record<string, string>> = Pick<
  ReturnType<typeof useFilterForm<Filters>>,
  'draft' | 'setDraft' | 'clear'
>

/** Medicine field of a filter form. Text that matches no medicine is an error, not an empty filter. */
export function useMedicineField<Filters extends { medicine: string }>(form: FilterForm<Filters>) {
  const inputRef = useRef<HTMLInputElement>(null)
  const typedRef = useRef<TypedText>(null)
  const [error, setError] = useState<string | undefined>()
  const forget = () => {
    setError(undefined)
    typedRef.current?.write('')
  }
  return {
    forget,
    field: {
      inputRef,
      typedRef,
      error,
      value: form.draft.medicine,
      onChange: (medicine: string) => {
        setError(undefined)
        form.setDraft({ ...form.draft, medicine })
      },
    },
    submitting: (apply: () => void) => (event: FormEvent) => {
      event.preventDefault()
      if (typedRef.current?.read().trim()) {
        setError(words.chooseMedicineFromList)
        inputRef.current?.focus()
        return
      }
      forget()
      apply()
    },
    clear() {
      forget()
      form.clear()
    },
  }
}

type FieldProps = ReturnType<typeof useMedicineField>['field']

export function MedicineFilter({ value, onChange, ...picker }: FieldProps) {
  const [picked, setPicked] = useState<PickedMedicine | null>(null)
  const { medicine } = useMedicineById(value)
  const chosen = medicine ?? (picked?._id === value ? picked : null)
  return (
    <MedicinePicker
      {...picker}
      asFilter
      chosen={value === '' ? null : chosen}
      onChoose={(next) => {
        setPicked(next)
        onChange(next?._id ?? '')
      }}
    />
  )
}
