import { type RefObject, useEffect } from 'react'

interface Focus {
  element: HTMLElement
  around: HTMLElement[]
  isDisabled: boolean
}

/**
 * Moves focus from removed elements to the nearest focusable ancestor or `main`. Moves it back to elements
 * that were disabled for a while. Components that move focus themselves are not disturbed.
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

/** Only an element disabled while focused gets the focus back. */
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
