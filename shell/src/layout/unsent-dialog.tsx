import type { OutboxEntry, OutboxState } from '@mms/sdk'
import { Box, ConfirmDialog, Text } from '@mms/ui'

interface Props {
  entries: readonly OutboxEntry[]
  action: 'Log out' | 'Change person'
  onLeave: () => void
  onStay: () => void
}

const NAMED = 5

const words: Partial<Record<OutboxState, string>> = {
  accepted: 'waiting for the stock',
  stopped: 'waiting for your decision',
  stuck: 'needs an administrator',
  refused: 'not recorded',
}

/** Warns before a sign-out or change of user if transactions are unsent, or were refused unseen. */
export function UnsentDialog({ entries, action, onLeave, onStay }: Props) {
  const more = entries.length - NAMED
  return (
    <ConfirmDialog
      open
      destructive
      title={`${action} before everything is recorded?`}
      confirmLabel={action}
      cancelLabel="Stay signed in"
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <Text>These stay in this browser and go on when you sign in here again:</Text>
      <Box as="ul" mt="3" ps="5" listStyleType="disc">
        {entries.slice(0, NAMED).map(({ key, title, state }) => (
          <li key={key}>
            {title} – {words[state] ?? 'waiting to be sent'}
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </Box>
    </ConfirmDialog>
  )
}
