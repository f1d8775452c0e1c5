import type { User } from '@mms/contracts'
import { storeDateOf, useSession } from '@mms/sdk'
import { Badge, Button, type Column, DataTable, EditIcon, Flex, formatDate, KeyIcon, Text } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { roleLabels } from './user-fields.tsx'

export interface UsersTableProps {
  users: User[]
  withSecondStep: string[]
  onEdit: (user: User) => void
  onSetPassword: (user: User) => void
  onRemoveSecondStep: (user: User) => void
}

const actionsOutset = { base: '-3', lg: '-2', xl: '-3' }

export function UsersTable(props: UsersTableProps) {
  const { users, withSecondStep, onEdit, onSetPassword, onRemoveSecondStep } = props
  const ownId = useSession((session) => session.user?.id)
  const columns: Column<User>[] = [
    { header: 'Name', primary: true, cell: (user) => <Name user={user} own={user._id === ownId} /> },
    { header: 'Role', brief: true, cell: (user) => roleLabels[user.role] },
    { header: 'Status', brief: true, cell: (user) => <Status disabled={user.disabled} /> },
    { header: 'Added', cell: (user) => formatDate(storeDateOf(user.createdAt)) },
    {
      header: 'Actions',
      screenOnly: true,
      align: 'end',
      cell: (user) => (
        <Flex gap="1" justify="flex-end" wrap={{ base: 'wrap', lg: 'nowrap' }} me={actionsOutset}>
          <Button size="sm" variant="ghost" aria-label={`Edit ${user.name}`} onClick={() => onEdit(user)}>
            <EditIcon aria-hidden />
            Edit
          </Button>
          {user._id === ownId ? null : (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Set password of ${user.name}`}
              onClick={() => onSetPassword(user)}
            >
              <KeyIcon aria-hidden />
              Set password
            </Button>
          )}
          {withSecondStep.includes(user._id) && user._id !== ownId ? (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Remove second step of ${user.name}`}
              onClick={() => onRemoveSecondStep(user)}
            >
              Remove second step
            </Button>
          ) : null}
        </Flex>
      ),
    },
  ]
  return <DataTable caption="Users" columns={columns} rows={users} rowKey={(user) => user._id} />
}

function Name({ user, own }: { user: User; own: boolean }) {
  return (
    <>
      <Flex gap="2" align="center" wrap="wrap">
        <Text fontWeight="semibold">{user.name}</Text>
        {own ? <Badge colorPalette="brand">You</Badge> : null}
      </Flex>
      <Text color="fg.muted" fontWeight="normal" textStyle="xs" overflowWrap="anywhere">
        {user.email}
      </Text>
    </>
  )
}

function Status({ disabled }: { disabled: boolean }) {
  return <Badge colorPalette={disabled ? tones.quiet : tones.good}>{disabled ? 'Disabled' : 'Active'}</Badge>
}
