import { outbox } from '@mms/sdk'
import { type RefObject, useEffect } from 'react'
import { isTransaction } from '../draft/submission.ts'

/** Height of a card that must be visible to be noticed. */
const NOTICED_PX = 80

/** Shows a refusal once: on its card below `form`, or as a message if the card is out of sight. */
export function useRefusalNotices(form: RefObject<HTMLElement | null>): void {
  useEffect(() => outbox.shows((entry) => isTransaction(entry) && isBelowInSight(form.current)), [form])
}

function isBelowInSight(form: HTMLElement | null): boolean {
  if (!form) return false
  const { bottom } = form.getBoundingClientRect()
  return bottom >= 0 && bottom + NOTICED_PX <= window.innerHeight
}
