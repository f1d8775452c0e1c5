/* No schemas: the browser reads files without loading the schema library. */

/** Most reports of a browser in a minute, and so in a batch. */
export const MAX_PAGE_REPORTS = 30

/** The name under which the page around all areas reports. */
export const SHELL_AREA = 'shell'

/** The page of what an area shows outside its own pages, and of an address that no page has. */
export const ELSEWHERE = '*'

/** The shell's own pages. */
export const SHELL_PAGES = ['/', '/login', '/users', '/status', ELSEWHERE]
