import type { NewApp, OwnSecondStep } from '@mms/contracts'
import { storeDateOf } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import { canUsePasskeys } from '@mms/sdk/second-step'
import { Button, Flex, formatDate, ProblemCard, Skeleton, Stack, Text } from '@mms/ui'
import { type ReactNode, useState } from 'react'
import { useOwnSecondStep, useRefreshSecondSteps } from './api.ts'
import {
  AddPasskeyDialog,
  AppCodeDialog,
  actionsOf,
  type FactorAction,
  ProveDialog,
  RecoveryCodesDialog,
} from './factor-dialogs.tsx'

const day = (instant: string) => formatDate(storeDateOf(instant))

export function SecondStepPanel() {
  const query = useOwnSecondStep()
  const { data: own, error } = query
  if (own) return <Factors own={own} />
  if (!error) return <Skeleton height="8rem" />
  return <ProblemCard {...problemOf(query, 'Failed to load the second step')} />
}

function Factors({ own }: { own: OwnSecondStep }) {
  const [action, setAction] = useState<FactorAction | 'passkey' | null>(null)
  const [app, setApp] = useState<NewApp | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const refresh = useRefreshSecondSteps()
  const onCodes = async (shown: readonly string[]) => {
    setCodes(shown)
    await refresh()
  }
  const { setUpApp, renewCodes, remove } = actionsOf({ onApp: setApp, onCodes })
  const close = () => setAction(null)
  const hasAny = own.app !== null || own.passkeys.length > 0
  return (
    <Stack gap="5">
      <Text color="fg.muted">
        Sign-in then needs the password and a code from an app on your phone, or a passkey.
        {own.required ? ' This store asks administrators for it.' : ''}
      </Text>
      <Row
        title="Authenticator app"
        text={own.app ? `Set up on ${day(own.app)}` : 'An app on your phone that shows a code of six digits.'}
      >
        <Choice text={own.app ? 'Replace the app' : 'Set up an app'} onClick={() => setAction(setUpApp)} />
        {own.app ? (
          <Choice
            text="Remove"
            name="the authenticator app"
            onClick={() => setAction(remove('app', 'the authenticator app'))}
          />
        ) : null}
      </Row>
      {own.passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
        <Row
          key={_id}
          title={name}
          text={`Passkey since ${day(createdAt)}, ${lastUsedAt ? `last used ${day(lastUsedAt)}` : 'not used yet'}`}
        >
          <Choice text="Remove" name={name} onClick={() => setAction(remove(_id, name))} />
        </Row>
      ))}
      {canUsePasskeys() ? (
        <Row title="Passkey" text="The fingerprint, face or PIN of this device, or a security key.">
          <Choice text="Add a passkey" onClick={() => setAction('passkey')} />
        </Row>
      ) : null}
      {hasAny ? (
        <Row
          title="Recovery codes"
          text={`${own.recoveryCodesLeft} of 10 left, for when you do not have your phone.`}
        >
          <Choice text="New recovery codes" onClick={() => setAction(renewCodes)} />
        </Row>
      ) : null}
      {action === 'passkey' ? <AddPasskeyDialog onCodes={onCodes} onClose={close} /> : null}
      {action && action !== 'passkey' ? <ProveDialog action={action} onClose={close} /> : null}
      {app ? <AppCodeDialog app={app} onCodes={onCodes} onClose={() => setApp(null)} /> : null}
      {codes.length > 0 ? <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} /> : null}
    </Stack>
  )
}

function Choice({ text, name, onClick }: { text: string; name?: string; onClick: () => void }) {
  return (
    <Button size="sm" variant="outline" aria-label={name && `${text} ${name}`} onClick={onClick}>
      {text}
    </Button>
  )
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Flex gap="3" justify="space-between" align="center" wrap="wrap">
      <Stack gap="0" minW="0">
        <Text fontWeight="semibold" overflowWrap="anywhere">
          {title}
        </Text>
        <Text color="fg.muted" textStyle="sm">
          {text}
        </Text>
      </Stack>
      <Flex gap="2" wrap="wrap">
        {children}
      </Flex>
    </Flex>
  )
}
