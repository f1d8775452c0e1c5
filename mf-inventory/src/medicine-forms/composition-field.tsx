import { fieldProps } from '@mms/sdk/forms'
import { TextField, TextLink } from '@mms/ui'
import { useCompositionOf } from './api.ts'
import { fieldLabels, type MedicineFormApi } from './form-values.ts'

/** Suggests what the name implies. It uses the hint's line, so that nothing moves. */
export function CompositionField({ form, name }: { form: MedicineFormApi; name: string }) {
  const isEmpty = !form.watch('composition')
  const suggested = useCompositionOf(isEmpty ? name : '')
  const take = () => {
    form.setValue('composition', suggested ?? '', { shouldDirty: true, shouldValidate: true })
    document.querySelector<HTMLElement>('[name=composition]')?.focus()
  }
  return (
    <TextField
      label={fieldLabels.composition}
      placeholder="Optional"
      hint={
        isEmpty && suggested ? (
          <>
            From the name:{' '}
            <TextLink asChild display="inline" overflowWrap="anywhere">
              <button type="button" onClick={take}>
                Use {suggested}
              </button>
            </TextLink>
          </>
        ) : (
          'Salts and strengths, joined by +. Medicines of the same salts are offered for one another.'
        )
      }
      {...fieldProps(form, 'composition')}
    />
  )
}
