import { formatCount } from '@mms/ui'

export const openAlerts = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'open alert' : 'open alerts'}`
