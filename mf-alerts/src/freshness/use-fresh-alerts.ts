import { useQueryClient } from '@mms/sdk'
import { useEffect } from 'react'
import { alertKeys } from '../keys.ts'
import { followChanges } from './follow-changes.ts'

/** What is shown of alerts follows what happens in this browser; one look serves all parts of the page. */
export function useFreshAlerts(): void {
  const queries = useQueryClient()
  useEffect(() => followChanges(() => void queries.invalidateQueries({ queryKey: alertKeys() })), [queries])
}
