import { Link, reasonText, useSession } from '@mms/sdk'
import { Alert, Button, ProblemCard, Spinner, Text } from '@mms/ui'
import * as billingWords from '../words/billing.ts'
import type { DeskState } from './use-desk.ts'

/** Shown while the desk loads, or if it cannot be used. */
export function DeskNotice({ state }: { state: DeskState }) {
  if (state.status === 'loading') return <Spinner />
  if (state.status === 'unregistered') return <NoCounter status="info" title={billingWords.notACounter} />
  if (state.status === 'ready') return null
  return (
    <ProblemCard title={billingWords.settingsNotLoaded} onRetry={() => location.reload()}>
      {reasonText(state.error)}
    </ProblemCard>
  )
}

/** Says why this browser makes no bills, and how an administrator registers it. */
export function NoCounter(props: { status: 'info' | 'warning'; title: string }) {
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  return (
    <Alert {...props}>
      {isAdmin ? (
        <Button asChild size="sm" variant="outline" mt="2">
          <Link to="/bills/counters">{billingWords.registerBrowser}</Link>
        </Button>
      ) : (
        <Text>{billingWords.askToRegister}</Text>
      )}
    </Alert>
  )
}
