import { useEffect } from 'react'
import { create } from 'zustand'

const usePages = create<{ patterns: readonly string[] }>(() => ({ patterns: [] }))

/** Registers the page patterns of all deployed areas. */
export const notePages = (patterns: readonly string[]): void => usePages.setState({ patterns })

/** True if a deployed area has the page of this pattern. Check this before linking to another area. */
export const useHasPage = (pattern: string): boolean => usePages(({ patterns }) => patterns.includes(pattern))

export const PRODUCT = 'Medicine Management System'

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`
  }, [title])
}
