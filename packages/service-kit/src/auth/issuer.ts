/** `iss` and `aud` claims of users' access tokens. */
export const ACCESS_ISSUER = 'mms-identity'
export const ACCESS_AUDIENCE = 'mms'
