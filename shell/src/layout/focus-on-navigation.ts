import { useLocation } from '@mms/sdk'
import { type RefObject, useEffect, useRef } from 'react'

const GIVE_UP_MS = 10_000
const OPEN = ':has(> [aria-expanded="true"]), dialog[open]'

/**
 * Moves focus to the new page's heading for screen readers and Tab. The heading may come late, so focus is
 * never taken from a field, or from anything used meanwhile, such as an open menu.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
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
      window.scrollTo(0, 0)
    }
    observer.observe(element, { childList: true, subtree: true })
    tryToFocus()
    const timer = setTimeout(stop, GIVE_UP_MS)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [pathname, main])
}
