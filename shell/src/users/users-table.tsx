import type { User } from '@mms/contracts'
import { storeDateOf, useSession } from '@mms/sdk'
import { Badge, Button, type Column, DataTable, EditIcon, Flex, formatDate, KeyIcon, Text } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import type { ReactNode } from 'react'
import { roleLabels } from './user-fields.tsx'

export type UserAction = 'edit' | 'password' | 'second-step'

export interface UsersTableProps {
  users: User[]
  withSecondStep: string[]
  onAction: (action: UserAction, user: User) => void
}

const actionsOutset = { base: '-3', lg: '-2', xl: '-3' }

export function UsersTable({ users, withSecondStep, onAction }: UsersTableProps) {
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
      cell: (user) => {
        const action = (kind: UserAction, text: string, icon?: ReactNode) => (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`${text} ${kind === 'edit' ? '' : 'of '}${user.name}`}
            onClick={() => onAction(kind, user)}
          >
            {icon}
            {text}
          </Button>
        )
        const isOwn = user._id === ownId
        return (
          <Flex gap="1" justify="flex-end" wrap={{ base: 'wrap', lg: 'nowrap' }} me={actionsOutset}>
            {action('edit', 'Edit', <EditIcon aria-hidden />)}
            {isOwn ? null : action('password', 'Set password', <KeyIcon aria-hidden />)}
            {withSecondStep.includes(user._id) && !isOwn ? action('second-step', 'Remove second step') : null}
          </Flex>
        )
      },
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
