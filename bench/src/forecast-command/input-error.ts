/** What the user can put right: shown without a stack, exit code 2. */
export class InputError extends Error {}
