import type { User } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { Badge, Box, Button, type Column, DataTable, EditIcon, Flex, formatInstant, KeyIcon } from '@mms/ui'
import { roleLabels } from './user-fields.tsx'

interface UsersTableProps {
  users: User[]
  onEdit: (user: User) => void
  onSetPassword: (user: User) => void
}

export function UsersTable({ users, onEdit, onSetPassword }: UsersTableProps) {
  const ownId = useSession((session) => session.user?.id)
  const columns: Column<User>[] = [
    { header: 'Name', primary: true, cell: (user) => <Name user={user} own={user._id === ownId} /> },
    { header: 'Email', cell: (user) => <Box overflowWrap="anywhere">{user.email}</Box> },
    { header: 'Role', cell: (user) => roleLabels[user.role] },
    { header: 'Status', cell: (user) => <Status disabled={user.disabled} /> },
    { header: 'Added', cell: (user) => formatInstant(user.createdAt) },
    {
      header: 'Actions',
      align: 'end',
      cell: (user) => (
        <Flex gap="1" justify={{ base: 'flex-start', md: 'flex-end' }} wrap="wrap">
          <Button size="sm" variant="ghost" aria-label={`Edit ${user.name}`} onClick={() => onEdit(user)}>
            <EditIcon aria-hidden />
            Edit
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Set password of ${user.name}`}
            onClick={() => onSetPassword(user)}
          >
            <KeyIcon aria-hidden />
            Set password
          </Button>
        </Flex>
      ),
    },
  ]
  return <DataTable caption="Users" columns={columns} rows={users} rowKey={(user) => user._id} />
}

function Name({ user, own }: { user: User; own: boolean }) {
  return (
    <Flex gap="2" align="center">
      {user.name}
      {own ? <Badge colorPalette="brand">You</Badge> : null}
    </Flex>
  )
}

function Status({ disabled }: { disabled: boolean }) {
  return <Badge colorPalette={disabled ? 'gray' : 'green'}>{disabled ? 'Disabled' : 'Active'}</Badge>
}
