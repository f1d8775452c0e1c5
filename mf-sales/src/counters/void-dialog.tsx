import { type Counter, numberText } from '@mms/contracts'
import { notify, useQueryClient } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { SelectField, Text, TextField } from '@mms/ui'
import { FormDialog } from '../form-dialog.tsx'
import { counterKeys } from '../keys.ts'
import { voidNumber } from './api.ts'

interface VoidDialogProps {
  /** Closed, with missing numbers. */
  counter: Counter
  onClose: () => void
}

export function VoidDialog({ counter: { _id, code, year, missing }, onClose }: VoidDialogProps) {
  const queries = useQueryClient()
  const textOf = (number: number) => numberText({ counter: code, kind: 'bill', year, number })
  const { form, field, alert, isPending } = useSaving({
    initial: { number: String(missing[0]), reason: '' },
    save: ({ number, reason }) => voidNumber(_id, { year, number: Number(number), reason }),
    async onSaved({ number }) {
      await queries.invalidateQueries({ queryKey: counterKeys() })
      notify.success(`Number ${number} voided`)
      onClose()
    },
    failureText: 'Failed to void the number',
  })
  return (
    <FormDialog
      {...form}
      title={`Void a number of counter ${code}`}
      submitLabel="Void number"
      colorPalette="red"
      loading={isPending}
      onClose={onClose}
    >
      {alert}
      <Text>The bill of this number is lost for good. If its browser comes back, it cannot send it.</Text>
      <SelectField label="Missing number" {...field('number')}>
        {missing.map((number) => (
          <option key={number} value={number}>
            {textOf(number)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Reason"
        hint="Such as: computer stolen."
        required
        maxLength={200}
        {...field('reason')}
      />
    </FormDialog>
  )
}
