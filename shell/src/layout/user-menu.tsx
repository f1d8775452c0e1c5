import { notify, type OutboxEntry, type OutboxState, useNavigate, useOutbox, useSession } from '@mms/sdk'
import { logout } from '@mms/sdk/host'
import { Box, ConfirmDialog, LogOutIcon, Menu, MenuItem, SettingsIcon, Text, UserIcon } from '@mms/ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSharedDevice } from '../switch-user/shared-device.ts'
import { useNavItems } from './nav-items.ts'

const ChangePersonDialog = lazy(async () => ({
  default: (await import('../switch-user/change-person-dialog.tsx')).ChangePersonDialog,
}))

const CHANGE_KEY = 'F7'

export function UserMenu() {
  const user = useSession((session) => session.user)
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'Log out' | 'Change person' | null>(null)
  const [isChanging, setChanging] = useState(false)
  const unsent = useOutbox().filter(({ state }) => state !== 'recorded')
  const items = useNavItems('user')
  const { isShared } = useSharedDevice()
  const leaveBy = {
    'Log out': () => {
      logout()
      notify.success('Logged out successfully')
      void navigate('/login')
    },
    'Change person': () => setChanging(true),
  }
  const ask = (way: keyof typeof leaveBy) => (unsent.length > 0 ? setAsking(way) : leaveBy[way]())
  useKey(isShared, () => ask('Change person'))
  return (
    <>
      <Menu label={user?.name ?? ''} icon={<UserIcon aria-hidden />}>
        {items.map(({ label, to }) => (
          <MenuItem key={to} onSelect={() => void navigate(to)}>
            <SettingsIcon aria-hidden />
            {label}
          </MenuItem>
        ))}
        {isShared ? (
          <MenuItem onSelect={() => ask('Change person')}>
            <UserIcon aria-hidden />
            Change person
            <Text as="span" textStyle="2xs" color="fg.muted" hideBelow="lg">
              {CHANGE_KEY}
            </Text>
          </MenuItem>
        ) : null}
        <MenuItem onSelect={() => ask('Log out')}>
          <LogOutIcon aria-hidden />
          Logout
        </MenuItem>
      </Menu>
      {asking ? (
        <UnsentDialog
          entries={unsent}
          action={asking}
          onLeave={() => {
            setAsking(null)
            leaveBy[asking]()
          }}
          onStay={() => setAsking(null)}
        />
      ) : null}
      {isShared ? (
        <Suspense>
          <ChangePersonDialog key={user?.id} isOpen={isChanging} onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function useKey(isOn: boolean, change: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== CHANGE_KEY || event.repeat || document.querySelector('dialog[open]')) return
      event.preventDefault()
      change()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

interface UnsentDialogProps {
  entries: readonly OutboxEntry[]
  action: 'Log out' | 'Change person'
  onLeave: () => void
  onStay: () => void
}

const NAMED = 5

const words: Partial<Record<OutboxState, string>> = {
  accepted: 'waiting for the stock update',
  stopped: 'waiting for your decision',
  stuck: 'needs an administrator',
  refused: 'not recorded',
}

/** Warns before sign-out or a change of user about transactions that were not sent, or refused unseen. */
function UnsentDialog({ entries, action, onLeave, onStay }: UnsentDialogProps) {
  const more = entries.length - NAMED
  return (
    <ConfirmDialog
      open
      title={`${action} before everything is recorded?`}
      confirmLabel={action}
      cancelLabel="Stay signed in"
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <Text>These stay in this browser and are sent when you sign in here again:</Text>
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
