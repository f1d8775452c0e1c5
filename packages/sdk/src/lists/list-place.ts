import { useState } from 'react'

/**
 * The page that is shown of a list. A keyset list knows only its next page, so the way back is the trail of the cursors
 * that were walked over.
 */
export interface ListPlace {
  /** Cursor at which the page starts; empty on the first. */
  after: string
  /** Number of the page, from 1. */
  page: number
  goNext: (cursor: string) => void
  /** Left out when it is not known how this page was reached. */
  goPrevious: (() => void) | undefined
  goFirst: () => void
  /** Shows the first page in place of this one, to which Back must not lead: no page is here. */
  replaceByFirst: () => void
}

/** A place that lasts as long as the component: for a list that is a part of another page. */
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
