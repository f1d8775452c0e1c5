import type { User } from '@mms/contracts'
import { HistoryTabs } from '@mms/sdk/audit'
import { AdministratorsPage } from '@mms/sdk/pages'
import { problemOf } from '@mms/sdk/queries'
import { Button, Card, PageHeader, PlusIcon, ProblemCard, TableSkeleton } from '@mms/ui'
import { useState } from 'react'
import { useUsersWithSecondStep } from '../second-step/api.ts'
import { RemoveSecondStepDialog } from '../second-step/remove-second-step-dialog.tsx'
import { RequirementPanel } from '../second-step/requirement-panel.tsx'
import { useUsers } from './api.ts'
import { AddUserDialog, EditUserDialog, SetPasswordDialog } from './user-dialogs.tsx'
import { UsersTable, type UsersTableProps } from './users-table.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'password' | 'second-step'; user: User } | null

export function UsersPage() {
  return (
    <AdministratorsPage title="Users" refusal="Only administrators can manage users.">
      <UsersAdministration />
    </AdministratorsPage>
  )
}

function UsersAdministration() {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  return (
    <>
      <PageHeader
        title="Users"
        text="People who can sign in."
        actions={
          <Button onClick={() => setDialog({ kind: 'add' })}>
            <PlusIcon aria-hidden />
            Add user
          </Button>
        }
      />
      <HistoryTabs />
      <UsersPanel
        onEdit={(user) => setDialog({ kind: 'edit', user })}
        onSetPassword={(user) => setDialog({ kind: 'password', user })}
        onRemoveSecondStep={(user) => setDialog({ kind: 'second-step', user })}
      />
      <RequirementPanel />
      {dialog?.kind === 'add' ? <AddUserDialog onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <EditUserDialog user={dialog.user} onClose={close} /> : null}
      {dialog?.kind === 'password' ? <SetPasswordDialog user={dialog.user} onClose={close} /> : null}
      {dialog?.kind === 'second-step' ? <RemoveSecondStepDialog user={dialog.user} onClose={close} /> : null}
    </>
  )
}

function UsersPanel(actions: Omit<UsersTableProps, 'users' | 'withSecondStep'>) {
  const query = useUsers()
  const { data: users, error } = query
  const { data: withSecondStep = [] } = useUsersWithSecondStep()
  if (users) {
    return (
      <Card p="0" overflow="hidden">
        <UsersTable users={users} withSecondStep={withSecondStep} {...actions} />
      </Card>
    )
  }
  if (error) return <ProblemCard {...problemOf(query, 'Failed to load users')} />
  return (
    <Card>
      <TableSkeleton rows={4} />
    </Card>
  )
}
