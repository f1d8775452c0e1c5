import { useMutation } from '@mms/sdk'
import { Alert } from '@mms/ui'
import { usePlainForm } from './plain-form.ts'
import { failureOf } from './save-failure.ts'

export type FormValues = Record<string, string | boolean>
type PlainForm<Values extends FormValues> = typeof usePlainForm<Values>
export type Field<Values extends FormValues> = ReturnType<PlainForm<Values>>['field']

export interface SavingForm<Values extends FormValues, Saved>
  extends Pick<Parameters<PlainForm<Values>>[0], 'initial' | 'check'> {
  save: (values: Values) => Promise<Saved>
  onSaved: (answer: Saved) => Promise<void> | void
  failureText: string
}

/** Connects a form to its save: spread `form` on the form element and show `alert` above its fields. */
export function useSaving<Values extends FormValues, Saved>(options: SavingForm<Values, Saved>) {
  const { initial, check, save, onSaved, failureText } = options
  const { mutate, error, isPending } = useMutation({ mutationFn: save, onSuccess: onSaved })
  const { form, field, failure } = usePlainForm<Values>({
    initial,
    failure: error,
    send: (values) => mutate(values),
    ...(check && { check }),
  })
  const alert = failure ? <Failure {...failureOf(failure, failureText)} /> : null
  return { form, field, alert, isPending }
}

function Failure({ prefix, title, reason }: ReturnType<typeof failureOf>) {
  return (
    <Alert status="error" prefix={prefix} title={title}>
      {reason}
    </Alert>
  )
}
