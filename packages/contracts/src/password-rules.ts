/*
 * Without schemas: the forms that say it load no schema library.
 */

/** The fewest characters of a new password. */
export const MIN_PASSWORD_LENGTH = 10

/** Codes of refusals after which a screen asks for a new password, for the current one again, or for a new single sign-on. */
export const passwordProblems = {
  changeRequired: 'auth.password_change_required',
  reauthenticate: 'auth.reauthenticate',
  signInAgain: 'auth.sign_in_again',
} as const
