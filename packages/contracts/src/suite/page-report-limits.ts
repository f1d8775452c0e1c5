/** Maximum reports per request. */
export const MAX_PAGE_REPORTS = 30

export const SHELL_AREA = 'shell'

/** Page name for unknown addresses, and for widgets outside an area's pages. */
export const OTHER_PAGES = '*'

export const SHELL_PAGES = ['/', '/login', '/users', '/status', OTHER_PAGES]
