import { create } from 'zustand'

const usePages = create<{ patterns: readonly string[] }>(() => ({ patterns: [] }))

/** For the owner of the page: the patterns of all pages that areas have in this deployment. */
export const notePages = (patterns: readonly string[]): void => usePages.setState({ patterns })

/**
 * Whether an area of this deployment has the page of a pattern, as that area's `defineArea` names it: only then another
 * area links to it. `useHasPage('/medicine-demand/:id')`
 */
export const useHasPage = (pattern: string): boolean => usePages(({ patterns }) => patterns.includes(pattern))
