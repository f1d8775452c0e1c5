/** Who issues the tokens of people, and whom for: the claims `iss` and `aud`. */
export const ACCESS_ISSUER = 'mms-identity'
export const ACCESS_AUDIENCE = 'mms'
