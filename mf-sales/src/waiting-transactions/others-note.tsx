import { outbox, useOthersWaiting, useSession } from '@mms/sdk'
import { Alert, Box, Button, ConfirmDialog, Text } from '@mms/ui'
import { useState } from 'react'

type Others = ReturnType<typeof useOthersWaiting>[number]

export function OthersNote() {
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  return useOthersWaiting().map((others, index) => (
    <Alert
      // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
      key={index}
      title={`${others.count === 1 ? '1 record' : `${others.count} records`} of ${nameOf(others)} not sent yet`}
      actions={isAdmin ? <DiscardButton {...others} /> : null}
    >
      Kept in this browser until {others.name ?? 'that person'} signs in here again.
    </Alert>
  ))
}

const nameOf = ({ name }: Others) => name ?? 'another person'

/** For users who will not return. A disabled user cannot sign in. */
function DiscardButton(others: Others) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        open={isAsking}
        destructive
        title={`Discard what ${nameOf(others)} did not send?`}
        confirmLabel="Discard"
        onConfirm={() => outbox.forgetOthers(others.userId)}
        onCancel={() => setAsking(false)}
      >
        <Text>Record yourself what did happen. What reached the server stays in the history.</Text>
        <Box as="ul" mt="3" ps="5" listStyleType="disc">
          {others.titles.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two sales may be alike
            <li key={index}>{title}</li>
          ))}
        </Box>
      </ConfirmDialog>
    </>
  )
}
