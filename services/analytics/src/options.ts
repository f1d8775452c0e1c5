import type { DataAge } from '@mms/contracts'
import type { ServiceContext } from '@mms/service-kit'
import type { FindConditions } from './conditions/rules.ts'
import type { ListForecasts } from './forecasts/forecast-store.ts'

/** What the figures of pages and reports are computed from. */
export interface FigureSources extends Pick<ServiceContext<unknown>, 'db' | 'clock'> {
  findConditions: FindConditions
  readAges: () => Promise<DataAge>
  listForecasts: ListForecasts
}
