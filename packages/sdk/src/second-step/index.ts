/** Built into the shell and each area, so that it also runs in the shell of the previous release. */

export { canUsePasskeys, createPasskey } from './passkeys.ts'
export { CodeField, SecondStepForm } from './second-step-form.tsx'
