/** Cookie for an area on a development server: name, origin, access token, by blanks. The gateway checks the token. */
export const DEVELOPMENT_COOKIE = 'mms_development'

/** Window event that announces an area's changed definition during development. */
export const AREA_CHANGED = 'mms-area-changed'

/** Cookie that tells `/areas.json` the user: id, blank, email. No credential: changing it only shows another build. */
export const PERSON_COOKIE = 'mms_person'

/** Name of the cookie over https. Neither plain http nor a subdomain can set it. */
export const SECURE_PERSON_COOKIE = `__Host-${PERSON_COOKIE}`
