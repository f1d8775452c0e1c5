import type { CashEntryKind, Drawer } from '@mms/contracts'
import { newKey } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { SelectField, TextField } from '@mms/ui'
import { serverTime } from '../bills/api.ts'
import { paiseOfTyped } from '../bills/payments.ts'
import type { Desk } from '../bills/use-desk.ts'
import { FormDialog } from '../form-dialog.tsx'
import { DRAWERS_PATH } from '../paths.ts'
import { amountProblem } from './opening-form.tsx'
import { entryKinds } from './words.ts'

export type Direction = 'in' | 'out'

const kindsOf: Record<Direction, CashEntryKind[]> = {
  in: ['change', 'other'],
  out: ['expense', 'to-safe', 'supplier', 'other'],
}

interface Props {
  desk: Desk
  drawer: Drawer
  direction: Direction
  onClose: () => void
}

/** Cash in or out beside bills, written into the journal, also offline. */
export function EntryDialog({ desk: { journal, counter }, drawer, direction, onClose }: Props) {
  const { form, field, alert, isPending } = useSaving({
    initial: { kind: kindsOf[direction][0] as string, amount: '', note: '' },
    check: ({ amount }) => ({
      amount: paiseOfTyped(amount) === 0 ? 'Type an amount' : amountProblem(amount),
    }),
    save: ({ kind, amount, note }) =>
      journal.addRequest({
        path: `${DRAWERS_PATH}/${drawer._id}/entries`,
        body: {
          ...{ _id: newKey(), counter: { _id: counter._id, secret: counter.secret }, direction },
          ...{ kind: kind as CashEntryKind, amount: paiseOfTyped(amount) ?? 0, note: note.trim() },
          madeAt: serverTime(),
        },
      }),
    onSaved: onClose,
    failureText: 'Failed to write it down',
  })
  const title = direction === 'in' ? 'Cash in' : 'Cash out'
  return (
    <FormDialog {...form} {...{ title, onClose }} submitLabel={title} loading={isPending}>
      {alert}
      <SelectField label="Kind" {...field('kind')}>
        {kindsOf[direction].map((kind) => (
          <option key={kind} value={kind}>
            {entryKinds[kind]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Amount (₹)"
        inputMode="decimal"
        autoComplete="off"
        required
        data-focus-first
        {...field('amount')}
      />
      <TextField label="Reason" hint="Such as: tea, courier." required maxLength={200} {...field('note')} />
    </FormDialog>
  )
}
