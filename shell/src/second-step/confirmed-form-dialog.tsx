import { type ComponentProps, useState } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import type { FormValues } from '../forms/use-saving.tsx'
import { ConfirmDialog, isAskingProof } from './confirm-dialog.tsx'

interface Question {
  refusal: unknown
  confirm: () => void
  giveUp: () => void
}

type Props<Values extends FormValues, Saved> = ComponentProps<typeof FormDialog<Values, Saved>>

/** A form that only a recent proof of who is signed in saves: where it is missing, it is asked for, and the form sent again. */
export function ConfirmedFormDialog<Values extends FormValues, Saved>(props: Props<Values, Saved>) {
  const [question, setQuestion] = useState<Question | null>(null)
  const save = async (values: Values) => {
    try {
      return await props.save(values)
    } catch (error) {
      if (!isAskingProof(error)) throw error
      await new Promise<void>((resolve, reject) => {
        setQuestion({ refusal: error, confirm: resolve, giveUp: () => reject(error) })
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
      {question ? (
        <ConfirmDialog refusal={question.refusal} onConfirmed={question.confirm} onClose={close} />
      ) : null}
    </>
  )
}
