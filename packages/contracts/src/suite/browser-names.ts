/** Cookie of an area on a development server: name, origin, access token, space-separated. The gateway checks it. */
export const DEVELOPMENT_COOKIE = 'mms_development'

/** Window event for a changed area definition during development. */
export const AREA_CHANGED = 'mms-area-changed'

/** Cookie that tells `/areas.json` the user: id, space, email. No credential; it only selects the area's build. */
export const PERSON_COOKIE = 'mms_person'

/** Name of that cookie over https; neither plain http nor a subdomain can set it. */
export const SECURE_PERSON_COOKIE = `__Host-${PERSON_COOKIE}`
