/** No schemas: the browser reports without loading zod. */

/** Maximum reports of a browser per minute, and so per batch. */
export const MAX_PAGE_REPORTS = 30

export const SHELL_AREA = 'shell'

/** Page name for widgets outside an area's pages, and for unknown addresses. */
export const ELSEWHERE = '*'

export const SHELL_PAGES = ['/', '/login', '/users', '/status', ELSEWHERE]
