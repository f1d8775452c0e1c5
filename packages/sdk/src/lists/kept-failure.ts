import { useState } from 'react'
import { ApiError } from '../http/api-error.ts'

interface Asked {
  error: unknown
  /** Whether there is an answer to what was asked, of now or of before. */
  isAnswered: boolean
}

/**
 * Why a query failed, also while it is asked again: the query library forgets that as soon as it asks, and the card that
 * says it would come and go. `key` names what is asked for, so that nothing is said of another page.
 */
export function useKeptFailure(key: string, { error, isAnswered }: Asked): unknown {
  const [kept, setKept] = useState({ key, error })
  const isNews = error !== null || isAnswered || kept.key !== key
  const now = isNews ? error : kept.error
  if (kept.key !== key || kept.error !== now) setKept({ key, error: now })
  return now
}

/** Whether it may end by itself. What the server refuses, it refuses again. */
export const mayEnd = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind !== 'response' || error.status >= 500)
