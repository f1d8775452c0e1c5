/**
 * Cookie that asks for an area from a development server: area name, origin and access token, separated by blanks. The
 * gateway checks the token.
 */
export const DEVELOPMENT_COOKIE = 'mms_development'

/** Window event that announces an area's changed definition during development. */
export const AREA_CHANGED = 'mms-area-changed'
