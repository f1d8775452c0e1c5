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
  const [wish, setWish] = useState<FactorAction | null>(null)
  const [app, setApp] = useState<NewApp | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const refresh = useRefreshSecondSteps()
  const onCodes = async (shown: readonly string[]) => {
    setCodes(shown)
    await refresh()
  }
  const hasAny = own.app !== null || own.passkeys.length > 0
  return (
    <Stack gap="5">
      <Text color="fg.muted">
        Sign-in then needs the password and a code from an app on your phone, or a passkey.
        {own.required ? ' This store asks administrators for it.' : ''}
      </Text>
      <AppRow since={own.app} onAction={setWish} />
      {own.passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
        <Row
          key={_id}
          title={name}
          text={`Passkey since ${day(createdAt)}, ${lastUsedAt ? `last used ${day(lastUsedAt)}` : 'not used yet'}`}
        >
          <Button
            size="sm"
            variant="outline"
            aria-label={`Remove ${name}`}
            onClick={() => setWish({ kind: 'remove', factor: _id, name })}
          >
            Remove
          </Button>
        </Row>
      ))}
      {canUsePasskeys() ? (
        <Row title="Passkey" text="The fingerprint, face or PIN of this device, or a security key.">
          <Button size="sm" variant="outline" onClick={() => setWish({ kind: 'passkey' })}>
            Add a passkey
          </Button>
        </Row>
      ) : null}
      {hasAny ? (
        <Row
          title="Recovery codes"
          text={`${own.recoveryCodesLeft} of 10 left, for when you do not have your phone.`}
        >
          <Button size="sm" variant="outline" onClick={() => setWish({ kind: 'codes' })}>
            New recovery codes
          </Button>
        </Row>
      ) : null}
      {wish?.kind === 'passkey' ? <AddPasskeyDialog onCodes={onCodes} onClose={() => setWish(null)} /> : null}
      {wish && wish.kind !== 'passkey' ? (
        <ProveDialog wish={wish} onApp={setApp} onCodes={onCodes} onClose={() => setWish(null)} />
      ) : null}
      {app ? <AppCodeDialog app={app} onCodes={onCodes} onClose={() => setApp(null)} /> : null}
      {codes.length > 0 ? <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} /> : null}
    </Stack>
  )
}

function AppRow({ since, onAction }: { since: string | null; onAction: (wish: FactorAction) => void }) {
  const setUp = () => onAction({ kind: 'app' })
  const remove = () => onAction({ kind: 'remove', factor: 'app', name: 'the authenticator app' })
  return (
    <Row
      title="Authenticator app"
      text={since ? `Set up on ${day(since)}` : 'An app on your phone that shows a code of six digits.'}
    >
      <Button size="sm" variant="outline" onClick={setUp}>
        {since ? 'Replace the app' : 'Set up an app'}
      </Button>
      {since ? (
        <Button size="sm" variant="outline" aria-label="Remove the authenticator app" onClick={remove}>
          Remove
        </Button>
      ) : null}
    </Row>
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
