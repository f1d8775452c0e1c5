import type { ComponentProps } from 'react'
import { useAsSold } from '../batches/use-batches.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { Figures } from '../medicines/medicine-option.tsx'
import { MedicinePicker } from '../medicines/medicine-picker.tsx'

const SoldFigures = ({ medicine }: { medicine: PickedMedicine }) => (
  <Figures medicine={useAsSold(medicine, 'sale') ?? medicine} />
)

export const SellingPicker = (props: ComponentProps<typeof MedicinePicker>) => (
  <MedicinePicker {...props} ExpiredFigures={SoldFigures} />
)
