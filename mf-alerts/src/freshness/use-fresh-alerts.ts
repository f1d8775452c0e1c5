import { useRefetchOn } from '@mms/sdk'
import { alertKeys } from '../keys.ts'

/** What is shown of alerts follows what happens in this browser; one look serves all parts of the page. */
export function useFreshAlerts(): void {
  useRefetchOn(['alerts-changed', 'medicines-changed'], alertKeys(), { throughFeed: ['medicines-changed'] })
}
