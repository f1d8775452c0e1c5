/** The form layer of all areas. Bundled into each, so it imports the rest of the sdk by package name, not by path. */
export {
  type FieldValues,
  type Path,
  set as setValueAt,
  type UseFormReturn as FormApi,
} from 'react-hook-form'
export {
  type Draft,
  type Edit,
  editsBetween,
  makeEdits,
  type Unsaved,
  useDraft,
  useFormKey,
  useLeaveQuestion,
  useUnsaved,
} from './drafts.ts'
export { formRules, numberOf } from './form-rules.ts'
export { usePlainForm } from './plain-form.ts'
export {
  type Field,
  type FormValues,
  failureOf,
  type SavingForm,
  showSaveFailure,
  useSaveFailure,
  useSaving,
} from './use-saving.tsx'
export { fieldProps, useSchemaForm } from './use-schema-form.ts'
