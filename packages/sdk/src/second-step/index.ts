/** Bundled into the shell and each area, because the shell may still be the previous release. */

export { canUsePasskeys, createPasskey } from './passkeys.ts'
export { CodeField, SecondStepForm } from './second-step-form.tsx'
