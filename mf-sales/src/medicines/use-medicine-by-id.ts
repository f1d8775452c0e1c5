import { ApiError } from '@mms/sdk'
import { type PickedMedicine, useMedicine } from './api.ts'
import { catalogue } from './catalogue.ts'
import { useCatalogue } from './use-medicines.ts'

export interface MedicineById {
  medicine: PickedMedicine | undefined
  isLoading: boolean
  isUnknown: boolean
}

export function useMedicineById(id: string): MedicineById {
  const { status } = useCatalogue()
  const inCatalogue = id === '' ? undefined : catalogue.get(id)
  const isAsked = id !== '' && !inCatalogue
  const { data, error, isPending } = useMedicine(id, isAsked && status !== 'loading')
  return {
    medicine: inCatalogue ?? (isAsked ? data : undefined),
    isLoading: isAsked && isPending,
    isUnknown: isAsked && error instanceof ApiError && [400, 404].includes(error.status),
  }
}
