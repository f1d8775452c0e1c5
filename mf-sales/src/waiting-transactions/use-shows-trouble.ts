import { outbox } from '@mms/sdk'
import { type RefObject, useEffect } from 'react'
import { isTransaction } from '../transaction-forms/submission.ts'

/** The first lines of a card, by which it is noticed. */
const NOTICED_PX = 80

/**
 * What was refused is said once: by its card, which appears below `form`, or by a message where that is out of sight,
 * as on a phone or while the history is read.
 */
export function useShowsTrouble(form: RefObject<HTMLElement | null>): void {
  useEffect(() => outbox.shows((entry) => isTransaction(entry) && isBelowInSight(form.current)), [form])
}

function isBelowInSight(form: HTMLElement | null): boolean {
  if (!form) return false
  const { bottom } = form.getBoundingClientRect()
  return bottom >= 0 && bottom + NOTICED_PX <= window.innerHeight
}
