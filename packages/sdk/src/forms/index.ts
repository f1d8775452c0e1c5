/** The suite's one form layer. Each area builds it in, so it imports the rest of the sdk by name, never by path. */
export {
  type FieldValues,
  type Path,
  set as setValueAt,
  type UseFormReturn as FormApi,
} from 'react-hook-form'
export { type Draft, useDraft, useFormKey } from './drafts.ts'
export { type Edit, editsBetween } from './edits.ts'
export { formRules, numberOf } from './form-rules.ts'
export { usePlainForm } from './plain-form.ts'
export { failureOf, showSaveFailure, useSaveFailure } from './save-failure.ts'
export { useOnce } from './use-once.ts'
export { type Field, type FormValues, type SavingForm, useSaving } from './use-saving.tsx'
export { fieldProps, useSchemaForm } from './use-schema-form.ts'
export { makeEdits, type Unsaved, useLeaveQuestion, useUnsaved } from './use-unsaved.ts'
