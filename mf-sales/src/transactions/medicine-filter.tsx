import { type RefObject, useState } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import { MedicinePicker, type TypedText } from '../medicines/medicine-picker.tsx'
import { useKnownMedicine } from '../medicines/use-known-medicine.ts'

interface Props {
  /** The id of the chosen one. */
  value: string
  onChange: (id: string) => void
  typedRef: RefObject<TypedText | null>
  inputRef: RefObject<HTMLInputElement | null>
  error: string | undefined
}

/** One medicine out of the catalogue, found by typing. */
export function MedicineFilter({ value, onChange, ...picker }: Props) {
  const [picked, setPicked] = useState<PickedMedicine | null>(null)
  const { medicine } = useKnownMedicine(value)
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
