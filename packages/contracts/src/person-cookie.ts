/**
 * Cookie in which the shell notes for `/areas.json` alone who is signed in: id and email address, with a blank between. It is
 * no secret and opens nothing: a person who changes it sees another build of an area.
 */
export const PERSON_COOKIE = 'mms_person'

/** Its name over https, which neither plain http nor a subdomain can set. */
export const SECURE_PERSON_COOKIE = `__Host-${PERSON_COOKIE}`
