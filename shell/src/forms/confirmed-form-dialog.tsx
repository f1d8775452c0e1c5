import { passwordProblems } from '@mms/contracts'
import { ApiError } from '@mms/sdk'
import { PasswordField, Text } from '@mms/ui'
import { type ComponentProps, useState } from 'react'
import { reauthenticate } from './api.ts'
import { FormDialog } from './form-dialog.tsx'
import type { FormValues } from './use-saving.tsx'

interface Question {
  confirm: () => void
  giveUp: () => void
}

const isAsking = (error: unknown) =>
  error instanceof ApiError && error.problem?.code === passwordProblems.reauthenticate

type Props<Values extends FormValues, Saved> = ComponentProps<typeof FormDialog<Values, Saved>>

/** A form that only a recent proof of the password saves: where it is missing, it is asked for, and the form sent again. */
export function ConfirmedFormDialog<Values extends FormValues, Saved>(props: Props<Values, Saved>) {
  const [question, setQuestion] = useState<Question | null>(null)
  const save = async (values: Values) => {
    try {
      return await props.save(values)
    } catch (error) {
      if (!isAsking(error)) throw error
      await new Promise<void>((resolve, reject) => {
        setQuestion({ confirm: resolve, giveUp: () => reject(error) })
      })
      return props.save(values)
    }
  }
  const close = () => {
    question?.giveUp()
    setQuestion(null)
  }
  return (
    <>
      <FormDialog {...props} save={save} />
      {question ? <ConfirmDialog onConfirmed={question.confirm} onClose={close} /> : null}
    </>
  )
}

function ConfirmDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  return (
    <FormDialog
      title="Confirm with your password"
      submitLabel="Confirm"
      initial={{ password: '' }}
      save={reauthenticate}
      onSaved={onConfirmed}
      failureText="Failed to confirm"
      onClose={onClose}
    >
      {(field) => (
        <>
          <Text>You last entered it more than 10 minutes ago.</Text>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            required
            {...field('password')}
          />
        </>
      )}
    </FormDialog>
  )
}
