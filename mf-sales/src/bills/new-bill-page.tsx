import { Link, reasonText, usePageTitle, useSession } from '@mms/sdk'
import { PageHeader, ProblemCard, Spinner, Stack, Text, TextLink } from '@mms/ui'
import { NoCounter } from '../counters/no-counter.tsx'
import { useCatalogue } from '../medicines/use-medicines.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/bills.ts'
import { BillDesk } from './bill-desk.tsx'
import { type Desk, useDesk, useIsDrawerOpen } from './use-desk.ts'

export function NewBillPage() {
  usePageTitle(billingWords.newBill)
  const userId = useSession(({ user }) => user?.id)
  const state = useDesk()
  useCatalogue()
  return (
    <Stack gap="4">
      <PageHeader title={billingWords.newBill} />
      {state.status === 'loading' ? <Spinner /> : null}
      {state.status === 'unregistered' ? <NoCounter status="info" title={billingWords.notACounter} /> : null}
      {state.status === 'failed' ? (
        <ProblemCard title={billingWords.settingsNotLoaded} onRetry={() => location.reload()}>
          {reasonText(state.error)}
        </ProblemCard>
      ) : null}
      {state.status === 'ready' && state.problem ? (
        <NoCounter status="warning" title={state.problem} />
      ) : null}
      {state.status === 'ready' ? <DrawerHint desk={state.desk} /> : null}
      {state.status === 'ready' && userId ? (
        <BillDesk key={userId} desk={state.desk} isClosed={state.problem !== undefined} />
      ) : null}
    </Stack>
  )
}

const DrawerHint = ({ desk }: { desk: Desk }) =>
  useIsDrawerOpen(desk) ? null : (
    <Text color="fg.muted">
      {words.drawerNotOpen}{' '}
      <TextLink asChild variant="underline">
        <Link to="/bills/day">{billingWords.day}</Link>
      </TextLink>
      .
    </Text>
  )
