import type { Role, UpdateUser, User } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { HistoryTabs } from '@mms/sdk/audit'
import { AdministratorsPage } from '@mms/sdk/pages'
import { problemOf } from '@mms/sdk/queries'
import { Button, Card, CheckboxField, PageHeader, PlusIcon, ProblemCard, TableSkeleton, Text } from '@mms/ui'
import { useState } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { removeSecondStepOf, useRefreshSecondSteps, useUsersWithSecondStep } from '../second-step/api.ts'
import { RequirementPanel } from '../second-step/requirement-panel.tsx'
import { createUser, setPassword, updateUser, useOnUserSaved, useUsers } from './api.ts'
import { EmailField, NameField, NewPasswordField, RoleField } from './user-fields.tsx'
import { type UserAction, UsersTable, type UsersTableProps } from './users-table.tsx'

type OpenDialog = { kind: 'add' } | { kind: UserAction; user: User } | null

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
      <UsersPanel onAction={(kind, user) => setDialog({ kind, user })} />
      <RequirementPanel />
      {dialog?.kind === 'add' ? <AddUserDialog onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <EditUserDialog user={dialog.user} onClose={close} /> : null}
      {dialog?.kind === 'password' ? <SetPasswordDialog user={dialog.user} onClose={close} /> : null}
      {dialog?.kind === 'second-step' ? <RemoveSecondStepDialog user={dialog.user} onClose={close} /> : null}
    </>
  )
}

function UsersPanel({ onAction }: Pick<UsersTableProps, 'onAction'>) {
  const query = useUsers()
  const { data: users, error } = query
  const { data: withSecondStep = [] } = useUsersWithSecondStep()
  if (users) {
    return (
      <Card p="0" overflow="hidden">
        <UsersTable users={users} withSecondStep={withSecondStep} onAction={onAction} />
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

function AddUserDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="Add user"
      submitLabel="Add user"
      initial={{ name: '', email: '', password: '', role: 'staff' as Role }}
      save={createUser}
      onSaved={useOnUserSaved('User added')}
      failureText="Failed to add the user"
      onClose={onClose}
    >
      {(field) => (
        <>
          <NameField {...field('name')} />
          <EmailField {...field('email')} />
          <NewPasswordField {...field('password')} />
          <RoleField {...field('role')} />
        </>
      )}
    </FormDialog>
  )
}

/** Unchanged fields may be old: another administrator may have disabled the person meanwhile. */
const changedFields = (user: User, values: UpdateUser): UpdateUser =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== user[field as keyof User]))

function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <FormDialog
      title={`Edit ${user.name}`}
      submitLabel="Save"
      initial={{ name: user.name, email: user.email, role: user.role, disabled: user.disabled }}
      save={(values) => updateUser(user._id, changedFields(user, values))}
      onSaved={useOnUserSaved('User updated')}
      failureText="Failed to update the user"
      onClose={onClose}
    >
      {(field) => {
        const { error: _, ...disabled } = field('disabled')
        return (
          <>
            <NameField {...field('name')} />
            <EmailField {...field('email')} hint="They will sign in with this email address." />
            <RoleField {...field('role')} />
            <CheckboxField
              label="Disabled"
              hint="A disabled person cannot sign in. Their records are kept."
              {...disabled}
            />
          </>
        )
      }}
    </FormDialog>
  )
}

function SetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <FormDialog
      title={`Set password of ${user.name}`}
      submitLabel="Set password"
      initial={{ password: '' }}
      save={(values) => setPassword(user._id, values)}
      onSaved={useOnUserSaved(`Password of ${user.name} set`)}
      failureText="Failed to set the password"
      onClose={onClose}
    >
      {(field) => <NewPasswordField {...field('password')} />}
    </FormDialog>
  )
}

function RemoveSecondStepDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const refresh = useRefreshSecondSteps()
  return (
    <FormDialog
      title={`Remove the second step of ${user.name}?`}
      submitLabel="Remove second step"
      initial={{}}
      save={() => removeSecondStepOf(user._id)}
      onSaved={async () => {
        await refresh()
        notify.success('Second step removed')
      }}
      failureText="Failed to remove the second step"
      onClose={onClose}
    >
      {() => (
        <Text>
          Use this if the phone is lost. {user.name} is signed out everywhere, and signs in with only the
          password until a second step is set up again.
        </Text>
      )}
    </FormDialog>
  )
}
