import { Link, usePageTitle, useSession } from '@mms/sdk'
import { Alert, Button, PageHeader, Stack, Text, TextLink } from '@mms/ui'
import { useCatalogue } from '../medicines/use-medicines.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/bills.ts'
import * as drawerWords from '../words/drawers.ts'
import { BillDesk } from './bill-desk.tsx'
import { DeskNotice, NoCounter } from './desk-notice.tsx'
import { type Desk, useDesk, useDeskSending, useDrawerState } from './use-desk.ts'

export function NewBillPage() {
  usePageTitle(billingWords.newBill)
  const userId = useSession(({ user }) => user?.id)
  const state = useDesk()
  useDeskSending(state)
  useCatalogue()
  return (
    <Stack gap="4">
      <PageHeader title={billingWords.newBill} />
      <DeskNotice state={state} />
      {state.status === 'ready' ? (
        <>
          {state.problem ? <NoCounter status="warning" title={state.problem} /> : null}
          <DrawerHint desk={state.desk} />
          {userId ? <BillDesk key={userId} desk={state.desk} isClosed={state.problem !== undefined} /> : null}
        </>
      ) : null}
    </Stack>
  )
}

function DrawerHint({ desk }: { desk: Desk }) {
  const state = useDrawerState(desk)
  if (state === 'open') return null
  if (state === 'closed')
    return (
      <Alert
        status="warning"
        title={words.drawerClosed}
        actions={
          <Button asChild size="sm" variant="outline">
            <Link to="/bills/day">{drawerWords.openDrawer}</Link>
          </Button>
        }
      />
    )
  return (
    <Text color="fg.muted">
      {words.drawerNotOpen}{' '}
      <TextLink asChild variant="underline">
        <Link to="/bills/day">{billingWords.day}</Link>
      </TextLink>
      .
    </Text>
  )
}
