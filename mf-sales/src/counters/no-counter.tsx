import { Link, useSession } from '@mms/sdk'
import { Alert, Button, Text } from '@mms/ui'
import * as billingWords from '../words/billing.ts'

interface Props {
  status: 'info' | 'warning'
  title: string
}

/** Says why this browser makes no bills, and how an administrator registers it. */
export function NoCounter(props: Props) {
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  return (
    <Alert {...props}>
      {isAdmin ? (
        <Button asChild size="sm" variant="outline" mt="2">
          <Link to="/bills/counters">{billingWords.registerAsCounter}</Link>
        </Button>
      ) : (
        <Text>{billingWords.askToRegister}</Text>
      )}
    </Alert>
  )
}
