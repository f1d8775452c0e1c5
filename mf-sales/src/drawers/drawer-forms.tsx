import type { CashEntryKind, Drawer } from '@mms/contracts'
import { newKey } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { Button, Card, SelectField, SimpleGrid, Stack, TextField } from '@mms/ui'
import { serverTime } from '../bills/api.ts'
import { parsePaise } from '../bills/payments.ts'
import type { Desk } from '../bills/use-desk.ts'
import { Options, typedAmount } from '../elements.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { DRAWERS_PATH } from '../paths.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/drawers.ts'

export const amountProblem = (text: string): string | undefined =>
  parsePaise(text) === null ? words.typeRupeesExample : undefined

interface Props {
  desk: Desk
  /** The pharmacist on duty when the drawer was last opened. */
  pharmacist: string
}

/** Opens the counter's drawer. Writes to the journal, so that it works offline. */
export function OpeningForm({ desk: { journal, counter }, pharmacist }: Props) {
  const { form, field, alert, isPending } = useSaving({
    initial: { float: '', pharmacist },
    check: ({ float }) => ({ float: amountProblem(float) }),
    save: (typed) =>
      journal.addRequest({
        path: DRAWERS_PATH,
        body: {
          _id: newKey(),
          counter: { _id: counter._id, secret: counter.secret },
          float: parsePaise(typed.float) ?? 0,
          pharmacist: typed.pharmacist.trim(),
          openedAt: serverTime(),
        },
      }),
    onSaved: () => {},
    failureText: words.failedOpenDrawer,
  })
  return (
    <Card title={words.openDrawer} text={words.openDrawerText}>
      <form {...form} aria-label={words.openDrawer}>
        <Stack gap="4" align="start">
          {alert}
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" width="full" maxW="40rem">
            <TextField
              label={words.float}
              hint={words.cashNow}
              required
              {...typedAmount}
              {...field('float')}
            />
            <TextField
              label={words.pharmacistOnDuty}
              autoComplete="off"
              required
              maxLength={200}
              {...field('pharmacist')}
            />
          </SimpleGrid>
          <Button type="submit" loading={isPending}>
            {words.openDrawer}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}

export type CashDirection = 'in' | 'out'

const kindsOf: Record<CashDirection, CashEntryKind[]> = {
  in: ['change', 'other'],
  out: ['expense', 'to-safe', 'supplier', 'other'],
}

interface EntryProps {
  desk: Desk
  drawer: Drawer
  direction: CashDirection
  onClose: () => void
}

/** Records cash in or out that belongs to no bill. Writes to the journal, so that it works offline. */
export function CashEntryDialog({ desk: { journal, counter }, drawer, direction, onClose }: EntryProps) {
  const { form, field, alert, isPending } = useSaving({
    initial: { kind: kindsOf[direction][0] as string, amount: '', note: '' },
    check: ({ amount }) => ({
      amount: parsePaise(amount) === 0 ? words.typeAmount : amountProblem(amount),
    }),
    save: ({ kind, amount, note }) =>
      journal.addRequest({
        path: `${DRAWERS_PATH}/${drawer._id}/entries`,
        body: {
          _id: newKey(),
          counter: { _id: counter._id, secret: counter.secret },
          direction,
          kind: kind as CashEntryKind,
          amount: parsePaise(amount) ?? 0,
          note: note.trim(),
          madeAt: serverTime(),
        },
      }),
    onSaved: onClose,
    failureText: words.entryFailed,
  })
  const title = direction === 'in' ? words.cashIn : words.cashOut
  return (
    <FormDialog {...form} {...{ title, onClose }} submitLabel={title} loading={isPending}>
      {alert}
      <SelectField label={billingWords.kind} {...field('kind')}>
        <Options of={kindsOf[direction].map((kind) => [kind, words.entryKinds[kind]])} />
      </SelectField>
      <TextField
        label={billingWords.amountRupees}
        required
        {...typedAmount}
        data-focus-first
        {...field('amount')}
      />
      <TextField
        label={billingWords.reason}
        hint={words.entryExample}
        required
        maxLength={200}
        {...field('note')}
      />
    </FormDialog>
  )
}
