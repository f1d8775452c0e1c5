import { type RefObject, useRef, useState } from 'react'
import type { PickedMedicine } from './api.ts'
import { MedicinePicker, type TypedText } from './medicine-picker.tsx'
import { useMedicineById } from './use-medicine-by-id.ts'

/** Unmatched picker text is an error, not an empty filter. */
export function useMedicineField() {
  const inputRef = useRef<HTMLInputElement>(null)
  const typedRef = useRef<TypedText>(null)
  const [error, setError] = useState<string | undefined>()
  return {
    field: { inputRef, typedRef, error },
    refuse(): boolean {
      if (!typedRef.current?.read().trim()) return false
      setError('Choose a medicine from the list')
      inputRef.current?.focus()
      return true
    },
    forgive: () => setError(undefined),
    forget() {
      setError(undefined)
      typedRef.current?.write('')
    },
  }
}

interface MedicineFilterProps {
  value: string
  onChange: (id: string) => void
  typedRef: RefObject<TypedText | null>
  inputRef: RefObject<HTMLInputElement | null>
  error: string | undefined
}

export function MedicineFilter({ value, onChange, ...picker }: MedicineFilterProps) {
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
