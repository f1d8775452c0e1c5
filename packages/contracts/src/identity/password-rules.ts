export const MIN_PASSWORD_LENGTH = 10

export const passwordProblems = {
  changeRequired: 'auth.password_change_required',
  reauthenticate: 'auth.reauthenticate',
  signInAgain: 'auth.sign_in_again',
} as const
