/*
 * Without schemas: the forms that say it load no schema library.
 */

/** The fewest characters of a new password. */
export const MIN_PASSWORD_LENGTH = 10
