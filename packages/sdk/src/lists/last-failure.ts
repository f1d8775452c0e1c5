import { useState } from 'react'
import { ApiError } from '../http/api-error.ts'

interface Query {
  error: unknown
  isAnswered: boolean
}

/**
 * Returns why a query failed, also during a refetch. The query library drops the error when a fetch starts, which would
 * make the error card flicker.
 */
export function useLastFailure(key: string, { error, isAnswered }: Query): unknown {
  const [failure, setFailure] = useState({ key, error })
  const isNews = error !== null || isAnswered || failure.key !== key
  const now = isNews ? error : failure.error
  if (failure.key !== key || failure.error !== now) setFailure({ key, error: now })
  return now
}

/** True if a retry may succeed; a refusal is final. */
export const mayEnd = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind !== 'response' || error.status >= 500)
