import { create } from 'zustand'

const useKnownPages = create<{ patterns: readonly string[] }>(() => ({ patterns: [] }))

/** For the owner of the page: the patterns of all pages that areas have in this deployment. */
export function notePages(patterns: readonly string[]): void {
  useKnownPages.setState({ patterns })
}

/** Whether an area of this deployment has the page of a pattern. Areas take it from `@mms/sdk/pages`. */
export function useHasPage(pattern: string): boolean {
  return useKnownPages(({ patterns }) => patterns.includes(pattern))
}
