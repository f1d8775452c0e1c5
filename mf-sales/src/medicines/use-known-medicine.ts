import { ApiError, useQuery } from '@mms/sdk'
import { medicineKeys } from '../keys.ts'
import { fetchMedicine, type PickedMedicine } from './api.ts'
import { catalogue } from './catalogue.ts'
import { useCatalogue } from './use-medicines.ts'

export interface KnownMedicine {
  medicine: PickedMedicine | undefined
  /** Whether that is not yet known. */
  isLoading: boolean
  /** The server has none of this id. */
  isUnknown: boolean
}

/** The medicine of an id that came from an address: from the kept catalogue, else the server says. */
export function useKnownMedicine(id: string): KnownMedicine {
  const { status } = useCatalogue()
  const here = id === '' ? undefined : catalogue.get(id)
  const isAsked = id !== '' && !here
  const { data, error, isPending } = useQuery({
    queryKey: medicineKeys('known', id),
    queryFn: ({ signal }) => fetchMedicine(id, signal),
    enabled: isAsked && status !== 'loading',
  })
  return {
    medicine: here ?? (isAsked ? data : undefined),
    isLoading: isAsked && isPending,
    isUnknown: isAsked && error instanceof ApiError && [400, 404].includes(error.status),
  }
}
