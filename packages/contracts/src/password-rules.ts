/*
 * Without schemas: the forms that say it load no schema library.
 */

/** The fewest characters of a new password. */
export const MIN_PASSWORD_LENGTH = 10

/** Codes of refusals after which a screen asks for a password: a new one of one's own, or the current one again. */
export const passwordProblems = {
  changeRequired: 'auth.password_change_required',
  reauthenticate: 'auth.reauthenticate',
} as const
