import type { CounterLimits } from '@mms/contracts'
import { http } from '@mms/sdk'
import { LIMITS_PATH } from '../paths.ts'

export const fetchLimits = async (signal: AbortSignal): Promise<CounterLimits> =>
  (await http.get<CounterLimits>(LIMITS_PATH, { signal, quiet: true })).data
