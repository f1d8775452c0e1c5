import { useLocation } from '@mms/sdk'
import { useNavigationType } from '@mms/sdk/host'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

const GIVE_UP_MS = 10_000
const OPEN = ':has(> [aria-expanded="true"]), dialog[open]'

/** Where each page in the browser's history was scrolled to. The browser itself returns too early, before the rows. */
const places = new Map<string, number>()

/**
 * Moves focus to the new page's heading, for screen readers and Tab. If the heading appears late, focus stays
 * in a field or menu that the user has opened meanwhile.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  const placeOf = useEffectEvent(() => (type === 'POP' && places.get(key)) || 0)
  const last = useRef(pathname)
  useEffect(() => {
    const element = main.current
    if (!element || last.current === pathname) return
    last.current = pathname
    const observer = new MutationObserver(tryToFocus)
    const meanwhile = new AbortController()
    let hasActed = false
    const act = () => {
      hasActed = true
    }
    for (const type of ['pointerdown', 'keydown'])
      document.addEventListener(type, act, { capture: true, signal: meanwhile.signal })
    const stop = () => {
      observer.disconnect()
      meanwhile.abort()
    }
    function tryToFocus() {
      const heading = element?.querySelector('h1')
      if (!heading) return
      stop()
      const { activeElement } = document
      if (activeElement !== element && element?.contains(activeElement)) return
      if (activeElement?.closest(OPEN)) return
      if (hasActed && activeElement !== element && activeElement !== document.body) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      window.scrollTo(0, placeOf())
    }
    observer.observe(element, { childList: true, subtree: true })
    tryToFocus()
    const timer = setTimeout(stop, GIVE_UP_MS)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [pathname, main])
  // A layout effect, because the browser scrolls a shorter page up right after drawing it.
  useLayoutEffect(() => {
    const remember = () => places.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
}

interface Focus {
  element: HTMLElement
  around: HTMLElement[]
  isDisabled: boolean
}

/**
 * Moves focus from removed elements to the nearest focusable ancestor or `main`. Moves it back to elements
 * that were disabled for a while. Leaves components alone that move focus themselves.
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
