/**
 * Cookie in which the shell asks for an area from a development server: name of the area, origin and the access token of who
 * asks, with a blank between each. The gateway believes it only as far as that token goes.
 */
export const DEVELOPMENT_COOKIE = 'mms_development'

/** Event of the window with which the code of a development server brings an area's changed definition. */
export const AREA_CHANGED = 'mms-area-changed'
