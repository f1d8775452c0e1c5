import type { ComponentProps } from 'react'
import { useAsSold } from '../batches/use-batches.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { Figures } from '../medicines/medicine-option.tsx'
import { MedicinePicker } from '../medicines/medicine-picker.tsx'

/** Date and units of what can be sold of a medicine, once its batches are there. */
const SoldFigures = ({ medicine }: { medicine: PickedMedicine }) => (
  <Figures medicine={useAsSold(medicine, 'sale') ?? medicine} />
)

/** The picker of the form, where a medicine is not expired as long as one of its batches can be sold. */
export const SellingPicker = (props: ComponentProps<typeof MedicinePicker>) => (
  <MedicinePicker {...props} ExpiredFigures={SoldFigures} />
)
