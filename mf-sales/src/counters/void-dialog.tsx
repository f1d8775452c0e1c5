import { type Counter, numberText } from '@mms/contracts'
import { notify, useQueryClient } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { Button, Dialog, SelectField, Stack, Text, TextField } from '@mms/ui'
import { useId } from 'react'
import { counterKeys } from '../keys.ts'
import { voidNumber } from './api.ts'

interface VoidDialogProps {
  /** Closed, with missing numbers. */
  counter: Counter
  onClose: () => void
}

export function VoidDialog({ counter: { _id, code, year, missing }, onClose }: VoidDialogProps) {
  const id = useId()
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
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={id} colorPalette="red" loading={isPending} loadingText="Voiding...">
        Void number
      </Button>
    </>
  )
  return (
    <Dialog open title={`Void a number of counter ${code}`} onClose={onClose} footer={footer}>
      <form id={id} {...form}>
        <Stack gap="4">
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
        </Stack>
      </form>
    </Dialog>
  )
}
