import { useState } from 'react'
import { ApiError } from '../http/api-error.ts'

interface Query {
  error: unknown
  /** Whether data of this key is there, also of an earlier fetch. */
  isAnswered: boolean
}

/**
 * Why a query failed, also while it is fetched again: the query library drops the error as soon as it fetches, and the card
 * that shows it would come and go. `key` names what is fetched, so that nothing is said of another page.
 */
export function useLastFailure(key: string, { error, isAnswered }: Query): unknown {
  const [failure, setFailure] = useState({ key, error })
  const isNews = error !== null || isAnswered || failure.key !== key
  const now = isNews ? error : failure.error
  if (failure.key !== key || failure.error !== now) setFailure({ key, error: now })
  return now
}

/** Whether a retry may succeed. What the server refuses, it refuses again. */
export const mayEnd = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind !== 'response' || error.status >= 500)
