import type { SampleDataResponse } from '@mms/contracts'
import { http } from '@mms/sdk'
import * as words from '../words/sample-data.ts'

export class SampleDataNotLoadedError extends Error {}

export async function loadSampleData(): Promise<number> {
  const { data } = await http.get<SampleDataResponse>('/api/medicines/seed-sample-data', { quiet: true })
  if (!data.success) throw new SampleDataNotLoadedError(data.message || words.failedLoadSampleData)
  return data.count
}
