import { useState } from 'react'

export interface ListPlace {
  after: string
  page: number
  goNext: (cursor: string) => void
  /** Missing if it is unknown how this page was reached. */
  goPrevious: (() => void) | undefined
  goFirst: () => void
  /** Replaces this history entry by the first page, because this page no longer exists. */
  replaceByFirst: () => void
}

/** Keeps the page of a list in the component, for a list within another page. */
export function useLocalPlace(): ListPlace {
  const [trail, setTrail] = useState<readonly string[]>([''])
  return {
    after: trail.at(-1) ?? '',
    page: trail.length,
    goNext: (cursor) => setTrail([...trail, cursor]),
    goPrevious: trail.length > 1 ? () => setTrail(trail.slice(0, -1)) : undefined,
    goFirst: () => setTrail(['']),
    replaceByFirst: () => setTrail(['']),
  }
}
