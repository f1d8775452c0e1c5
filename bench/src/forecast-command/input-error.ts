/** A user's mistake: printed without a stack, exit code 2. */
export class InputError extends Error {}
