import { notify, useNavigate, useOutbox, useSession } from '@mms/sdk'
import { logout } from '@mms/sdk/host'
import { LogOutIcon, Menu, MenuItem, SettingsIcon, UserIcon } from '@mms/ui'
import { useState } from 'react'
import { useNavItems } from './nav-items.ts'
import { UnsentDialog } from './unsent-dialog.tsx'

/** The signed-in person's name, and what they can do about themselves. */
export function UserMenu() {
  const name = useSession((session) => session.user?.name ?? '')
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const unsent = useOutbox()
  const places = useNavItems('user')
  const leave = () => {
    logout()
    notify.success('Logged out successfully')
    void navigate('/login')
  }
  return (
    <>
      <Menu label={name} icon={<UserIcon aria-hidden />}>
        {places.map(({ label, to }) => (
          <MenuItem key={to} onSelect={() => void navigate(to)}>
            <SettingsIcon aria-hidden />
            {label}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => (unsent.length > 0 ? setAsking(true) : leave())}>
          <LogOutIcon aria-hidden />
          Logout
        </MenuItem>
      </Menu>
      {asking ? <UnsentDialog entries={unsent} onLeave={leave} onStay={() => setAsking(false)} /> : null}
    </>
  )
}
