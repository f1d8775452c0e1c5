import { type RefObject, useEffect } from 'react'

/** The focus as it was, while it is lost: what had it, and what is around that and can have it. */
interface Focus {
  element: HTMLElement
  around: HTMLElement[]
  /** It was disabled while it had the focus, and gets it back when it can be used again. */
  isDisabled: boolean
}

/**
 * The focus is never lost to the page: when what has it is removed, it goes to the nearest part around it that can have
 * it, or to `main`; when it is disabled for a while, as a button that is busy, it comes back. Who moves the focus
 * itself (a list, a dialog, a message) does so before or after, and stays right.
 */
export function useKeepFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let lost: Focus | null = null
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement)
        lost = { element: target, around: aroundOf(target), isDisabled: false }
    }
    const look = () => {
      if (!lost || document.activeElement !== document.body) return
      if (lost.element.isConnected) return waitFor(lost)
      const next = lost.around.find((element) => element.isConnected) ?? main.current
      lost = null
      next?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    })
    document.addEventListener('focusin', onFocusIn)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [main])
}

/** Only what was disabled with the focus in it gets it back, not what was left by a press beside it. */
function waitFor(lost: Focus): void {
  if (lost.element.matches(':disabled')) lost.isDisabled = true
  else if (lost.isDisabled) lost.element.focus({ preventScroll: true })
}

function aroundOf(element: HTMLElement): HTMLElement[] {
  const around: HTMLElement[] = []
  for (let next = element.parentElement; next; next = next.parentElement) {
    if (next.hasAttribute('tabindex')) around.push(next)
  }
  return around
}
