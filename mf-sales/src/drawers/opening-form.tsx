import { newKey } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { Button, Card, SimpleGrid, Stack, TextField } from '@mms/ui'
import { serverTime } from '../bills/api.ts'
import { paiseOfTyped } from '../bills/payments.ts'
import type { Desk } from '../bills/use-desk.ts'
import { DRAWERS_PATH } from '../paths.ts'

/** Why a typed amount cannot be taken, if so. */
export const amountProblem = (text: string): string | undefined =>
  paiseOfTyped(text) === null ? 'Type rupees such as 2000 or 49.50' : undefined

interface Props {
  desk: Desk
  /** On duty at the last opening. */
  pharmacist: string
}

/** Opens the counter's drawer in the journal, also offline. */
export function OpeningForm({ desk: { journal, counter }, pharmacist }: Props) {
  const { form, field, alert, isPending } = useSaving({
    initial: { float: '', pharmacist },
    check: ({ float }) => ({ float: amountProblem(float) }),
    save: (typed) =>
      journal.addRequest({
        path: DRAWERS_PATH,
        body: {
          ...{ _id: newKey(), counter: { _id: counter._id, secret: counter.secret } },
          ...{ float: paiseOfTyped(typed.float) ?? 0, pharmacist: typed.pharmacist.trim() },
          openedAt: serverTime(),
        },
      }),
    onSaved: () => {},
    failureText: 'Failed to open the drawer',
  })
  return (
    <Card title="Open the drawer" text="Bills from now on are counted in it.">
      <form {...form} aria-label="Open the drawer">
        <Stack gap="4" align="start">
          {alert}
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" width="full" maxW="40rem">
            <TextField
              label="Float (₹)"
              hint="Cash in the drawer now."
              inputMode="decimal"
              autoComplete="off"
              required
              {...field('float')}
            />
            <TextField
              label="Pharmacist on duty"
              autoComplete="off"
              required
              maxLength={200}
              {...field('pharmacist')}
            />
          </SimpleGrid>
          <Button type="submit" loading={isPending}>
            Open the drawer
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
