/** Built into the shell and each area, so that it also runs in the shell of the previous release. */
export { CodeField } from './code-field.tsx'
export { canUsePasskeys, createPasskey } from './passkeys.ts'
export { SecondStepForm } from './second-step-form.tsx'
