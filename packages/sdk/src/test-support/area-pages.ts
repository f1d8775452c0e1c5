export interface VisitedPage {
  path: string
  /** Of the page that is there. */
  heading: string | RegExp
  /** How much code, in KiB, it may add to the login page. */
  mayAdd?: number
}

interface Store {
  /** One that is in stock. */
  medicine: { _id: string; name: string }
  get: <T>(path: string) => Promise<T>
  post: <T>(path: string, body: object) => Promise<T>
}

/**
 * Every page of an area, and states of a page that look different: exported as `areaPages` from `mf-<area>/e2e/pages.ts`. The
 * journeys look at each in both colors, on a phone and a screen. Addresses with an id are made of the store that runs.
 */
export interface AreaPages {
  pages: readonly VisitedPage[]
  pagesOf?: (store: Store) => Promise<VisitedPage[]>
}
