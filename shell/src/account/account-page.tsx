import type { Session } from '@mms/contracts'
import { failureTitle, notify, reasonText, useMutation, usePageTitle } from '@mms/sdk'
import { session } from '@mms/sdk/host'
import { problemOf } from '@mms/sdk/queries'
import {
  Badge,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  DataTable,
  Flex,
  Instant,
  PageHeader,
  ProblemCard,
  Stack,
  TableSkeleton,
  Text,
} from '@mms/ui'
import { useState } from 'react'
import { proven } from '../forms/proof.ts'
import { useOwnSecondStep } from '../second-step/api.ts'
import { SecondStepPanel } from '../second-step/second-step-panel.tsx'
import { useSignInProvider } from '../single-sign-on/api.ts'
import { PinPanel } from '../switch-user/pin-panel.tsx'
import { endAllSessions, endSession, useRefreshSessions, useSessions } from './api.ts'
import { PasswordForm } from './password-form.tsx'

function ProviderCard() {
  const { data: name } = useSignInProvider()
  return (
    <Card title="Password and second step">
      <Text>You sign in with {name ?? 'single sign-on'}, which manages your password and second step.</Text>
    </Card>
  )
}

export function AccountPage() {
  usePageTitle('Account')
  const [changes, setChanges] = useState(0)
  const { data: own } = useOwnSecondStep()
  return (
    <>
      <PageHeader title="Account" text="How you sign in, and where you are signed in." />
      <Stack gap="4" maxW="4xl">
        {own?.byProvider ? (
          <ProviderCard />
        ) : (
          <>
            <Card title="Password">
              <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
            </Card>
            <Card title="Second step">
              <SecondStepPanel />
            </Card>
          </>
        )}
        <PinPanel />
        <SessionsPanel />
      </Stack>
    </>
  )
}

function SessionsPanel() {
  const query = useSessions()
  const { data: sessions, error } = query
  if (error && !sessions)
    return <ProblemCard {...problemOf(query, 'Failed to load where you are signed in')} />
  return (
    <Card
      title="Where you are signed in"
      text="Sign out devices that you do not know or no longer use."
      actions={<SignOutEverywhere />}
    >
      {sessions ? <SessionsTable sessions={sessions} /> : <TableSkeleton rows={2} />}
    </Card>
  )
}

function SessionsTable({ sessions }: { sessions: Session[] }) {
  const columns: Column<Session>[] = [
    { header: 'Device', primary: true, cell: (row) => <Device session={row} /> },
    { header: 'Last use', brief: true, cell: ({ lastUsedAt }) => <Instant at={lastUsedAt} /> },
    { header: 'Signed in', cell: ({ createdAt }) => <Instant at={createdAt} /> },
    {
      header: 'Actions',
      screenOnly: true,
      align: 'end',
      cell: (row) => (row.current ? null : <SignOut session={row} />),
    },
  ]
  return <DataTable caption="Sessions" columns={columns} rows={sessions} rowKey={({ _id }) => _id} />
}

function Device({ session: { device, current } }: { session: Session }) {
  return (
    <Flex gap="2" align="center" wrap="wrap">
      <Text fontWeight="semibold">{device}</Text>
      {current ? <Badge colorPalette="brand">This device</Badge> : null}
    </Flex>
  )
}

const tellFailure = (error: unknown) =>
  notify.error(failureTitle(error, 'Failed to sign out'), reasonText(error))

function SignOut({ session: { _id, device } }: { session: Session }) {
  const refresh = useRefreshSessions()
  const { mutate, isPending } = useMutation({
    mutationFn: () => proven(() => endSession(_id)),
    onSuccess: () => notify.success(`Signed out: ${device}`),
    onError: tellFailure,
    onSettled: refresh,
  })
  return (
    <Button
      size="sm"
      variant="ghost"
      loading={isPending}
      aria-label={`Sign out ${device}`}
      onClick={() => mutate()}
    >
      Sign out
    </Button>
  )
}

function SignOutEverywhere() {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      setAsking(false)
      return proven(endAllSessions)
    },
    onSuccess: () => session.end('here'),
    onError: tellFailure,
  })
  return (
    <>
      <Button size="sm" variant="outline" flexShrink="0" loading={isPending} onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        onConfirm={() => mutate()}
        onCancel={() => setAsking(false)}
      >
        All your devices will be signed out within seconds, including this one.
      </ConfirmDialog>
    </>
  )
}
