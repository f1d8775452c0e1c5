/** Bundled into the shell and each area, because the shell may still be the previous release. */

export { CodeField, canUsePasskeys, createPasskey, SecondStepForm } from './second-step-form.tsx'
