/** The `iss` and `aud` claims of people's tokens. */
export const ACCESS_ISSUER = 'mms-identity'
export const ACCESS_AUDIENCE = 'mms'
