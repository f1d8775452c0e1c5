import type { TakeSecondStep } from '@mms/contracts'
import type { FormValues } from '@mms/sdk/forms'
import type { ComponentProps } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useProof } from './use-proof.tsx'

interface Props<Values extends FormValues, Saved>
  extends Omit<ComponentProps<typeof FormDialog<Values, Saved>>, 'save'> {
  save: (values: Values, secondStep?: TakeSecondStep) => Promise<Saved>
}

/** Asks for the password if the server demands it, then sends the form again. */
export function ConfirmedFormDialog<Values extends FormValues, Saved>({
  save,
  ...props
}: Props<Values, Saved>) {
  const { proven, question } = useProof()
  return (
    <>
      <FormDialog {...props} save={(values) => proven((secondStep) => save(values, secondStep))} />
      {question}
    </>
  )
}
