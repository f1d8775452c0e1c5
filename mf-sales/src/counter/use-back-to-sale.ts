import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { emptyForm, isEmpty } from '../draft/form-values.ts'
import type { TransactionFormApi } from '../draft/use-transaction-form.ts'

export const REST_MS = 60_000

const activities = ['keydown', 'pointerdown', 'pointermove'] as const

/** Purchase stays for all lines of a delivery. An empty form that rests a minute returns to Sale for the next user. */
export function useBackToSale(
  form: TransactionFormApi,
  element: RefObject<HTMLElement | null>,
  readPicker: () => string,
): void {
  const { values } = form
  const restsSince = useRef(Date.now())
  const goBack = useEffectEvent(() => {
    const isRested = Date.now() - restsSince.current >= REST_MS
    if (!isRested || !isEmpty(form.read()) || readPicker().trim() !== '') return
    form.set('direction', emptyForm.direction)
    form.set('type', emptyForm.type)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change in the form restarts the timer
  useEffect(() => {
    restsSince.current = Date.now()
  }, [values])

  const isAway = values.type !== emptyForm.type
  useEffect(() => {
    if (!isAway) return
    const box = element.current
    // Check first: timers stop while a machine sleeps, and the first key already means a sale.
    const onActivity = () => {
      goBack()
      restsSince.current = Date.now()
    }
    const onShow = () => goBack()
    const timer = setInterval(goBack, REST_MS / 60)
    document.addEventListener('visibilitychange', onShow)
    for (const activity of activities) box?.addEventListener(activity, onActivity, { capture: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onShow)
      for (const activity of activities) box?.removeEventListener(activity, onActivity, { capture: true })
    }
  }, [isAway, element])
}
