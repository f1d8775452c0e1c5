import { alertEvents, storeDate } from '@mms/contracts'
import {
  addToSums,
  defineProjection,
  type Projection,
  type ProjectionOptions,
  sumByKeys,
} from '@mms/service-kit'
import { z } from 'zod'

const keys = ['day', 'type'] as const
const sums = ['raised'] as const
const TYPE_LENGTH = 40
const alertSchema = z.object({ _id: z.uuid(), type: z.string(), createdAt: z.iso.datetime() })

export function projectAlertDays(
  options: Pick<ProjectionOptions<never, never>, 'db' | 'log' | 'registry' | 'client'> & { timeZone: string },
): Projection {
  const dayOf = ({ type, createdAt }: z.output<typeof alertSchema>) => ({
    day: storeDate(options.timeZone, new Date(createdAt)),
    type: type.slice(0, TYPE_LENGTH),
    raised: 1,
  })
  return defineProjection({
    ...options,
    name: 'alerts',
    tables: ['alert_days'],
    sources: {
      opened: {
        kind: 'fact',
        types: [alertEvents.opened],
        schema: alertSchema,
        snapshot: { path: '/internal/alerts', rows: 'alerts' },
      },
    },
    fold: ({ opened }, days: ReturnType<typeof dayOf>[] = []) =>
      sumByKeys([...days, ...opened.map(dayOf)], keys, sums),
    apply: (days, trx) => addToSums(trx, 'alert_days', days, keys, sums),
  })
}
