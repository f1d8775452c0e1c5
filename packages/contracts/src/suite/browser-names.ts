/**
 * Cookie that asks for an area from a development server: area name, origin and access token, separated by blanks. The
 * gateway checks the token.
 */
export const DEVELOPMENT_COOKIE = 'mms_development'

/** Window event that announces an area's changed definition during development. */
export const AREA_CHANGED = 'mms-area-changed'

/**
 * Cookie that tells `/areas.json` who is signed in: id and email address, separated by a blank. It is no credential;
 * changing it only shows another build.
 */
export const PERSON_COOKIE = 'mms_person'

/** Its name over https, which neither plain http nor a subdomain can set. */
export const SECURE_PERSON_COOKIE = `__Host-${PERSON_COOKIE}`
