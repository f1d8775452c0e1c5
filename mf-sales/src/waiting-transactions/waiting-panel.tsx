import { approvalPurposeOf, approvalSubject } from '@mms/contracts'
import { newKey, outbox, useOthersWaiting, useOutbox, useSession } from '@mms/sdk'
import { Alert, Box, Button, ConfirmDialog, Stack, Text } from '@mms/ui'
import { useState } from 'react'
import { draftOriginOf, drafts, type TransactionDraft } from '../draft/draft.ts'
import { isTransaction, outboxItemOf, type WaitingTransaction } from '../draft/submission.ts'
import { Action } from '../elements.tsx'
import { ApprovalDialog } from '../returns/approval.tsx'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/waiting-transactions.ts'
import { ReplaceDialog, TakeBackButtons } from './take-back-buttons.tsx'
import { reopenDraft, useWithdraw } from './use-withdraw.ts'
import { EntryLine, type EntryProps, WaitingList } from './waiting-list.tsx'

/** Entries that are being withdrawn, or wait for a withdrawal, are also `stopped`. They need no decision. */
const needsDecision = ({ state, withdrawal, replaces }: WaitingTransaction): boolean =>
  state === 'stopped' && withdrawal === undefined && replaces === undefined

/** True after 15 minutes of errors. Other entries may duplicate their first version, so decide singly. */
const metErrors = ({ troubledMs = 0 }: WaitingTransaction): boolean => troubledMs > 0

interface Props {
  held: string | null
  onEditAgain: (draft: TransactionDraft) => void
}

export function WaitingPanel({ held, onEditAgain }: Props) {
  const entries = useOutbox().filter(
    (entry): entry is WaitingTransaction => isTransaction(entry) && entry.key !== held,
  )
  const those = (state: WaitingTransaction['state']) => entries.filter((entry) => entry.state === state)
  const stopped = entries.filter(needsDecision)
  const troubled = stopped.filter(metErrors)
  const retryAll = () => {
    for (const { key } of troubled) outbox.retry(key)
  }
  const replaced = new Set(entries.map(({ replaces }) => replaces))
  const waiting = entries.filter(
    (entry) =>
      !['refused', 'recorded'].includes(entry.state) && !needsDecision(entry) && !replaced.has(entry.key),
  )
  return (
    <Stack gap="4" _empty={{ display: 'none' }}>
      {those('recorded').map((entry) => (
        <RecordedAlert key={entry.key} entry={entry} />
      ))}
      {those('refused').map((entry) => (
        <RefusedAlert key={entry.key} entry={entry} onEdit={onEditAgain} />
      ))}
      {troubled.length > 1 ? (
        <Box>
          <Button onClick={retryAll}>{words.tryAllAgain(troubled.length)}</Button>
        </Box>
      ) : null}
      {stopped.map((entry) => (
        <StoppedAlert key={entry.key} entry={entry} onEdit={onEditAgain} />
      ))}
      <WaitingList entries={waiting} onEdit={onEditAgain} />
      <OthersNote />
    </Stack>
  )
}

function RecordedAlert({ entry }: { entry: WaitingTransaction }) {
  return (
    <Alert
      status="success"
      title={words.recordedAlready}
      actions={<Action label={words.gotIt} bg="bg.panel" onClick={() => outbox.forget(entry.key)} />}
    >
      <EntryLine entry={entry} />
      {words.recordedText}
    </Alert>
  )
}

type Others = ReturnType<typeof useOthersWaiting>[number]

function OthersNote() {
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  return useOthersWaiting().map((others, index) => (
    <Alert
      // biome-ignore lint/suspicious/noArrayIndexKey: two users may share a name
      key={index}
      title={words.notSentYet(others.count, nameOf(others))}
      actions={isAdmin ? <DiscardButton {...others} /> : null}
    >
      {words.keptUntil(others.name ?? 'that person')}
    </Alert>
  ))
}

const nameOf = ({ name }: Others) => name ?? words.anotherPerson

/** For transactions of users who will not sign in again, for instance disabled users. */
function DiscardButton(others: Others) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Action label={words.discard} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        destructive
        title={words.discardOfPerson(nameOf(others))}
        confirmLabel={words.discard}
        onConfirm={() => outbox.forgetOthers(others.userId)}
        onCancel={() => setAsking(false)}
      >
        <Text>{words.discardOfPersonText}</Text>
        <Box as="ul" mt="3" ps="5" listStyleType="disc">
          {others.titles.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two sales may look the same
            <li key={index}>{title}</li>
          ))}
        </Box>
      </ConfirmDialog>
    </>
  )
}

/** Stays until the user dismisses it, because the goods may have left the counter. */
function RefusedAlert({ entry, onEdit }: EntryProps) {
  const [asking, setAsking] = useState(false)
  const editAgain = () => reopenDraft(entry, onEdit)
  return (
    <>
      <Alert
        status="error"
        title={words.notRecorded(entry.problem)}
        actions={
          <>
            <Action
              label={words.editAgain}
              bg="bg.panel"
              onClick={() => (drafts.isKept(entry.userId) ? setAsking(true) : editAgain())}
            />
            {entry.errors?.approval ? <ApproveButton entry={entry} /> : null}
            <Action label={words.gotIt} onClick={() => outbox.forget(entry.key)} />
          </>
        }
      >
        <EntryLine entry={entry} />
      </Alert>
      <ReplaceDialog open={asking} onReplace={editAgain} onKeep={() => setAsking(false)} />
    </>
  )
}

function ApproveButton({ entry }: { entry: WaitingTransaction }) {
  const [key, setKey] = useState<string | null>(null)
  const record = (approval: string) => {
    setKey(null)
    outbox.forget(entry.key)
    const origin = draftOriginOf({ replaces: undefined, madeAt: entry.madeAt })
    void outbox.submit(outboxItemOf(key as string, { ...entry.body, approval }, entry.about, origin))
  }
  return (
    <>
      <Button size="sm" onClick={() => setKey(newKey())}>
        {words.askAdministrator}
      </Button>
      {key ? (
        <ApprovalDialog
          purpose={approvalPurposeOf(entry.body.type)}
          subject={approvalSubject(key, entry.body)}
          title={entry.title}
          onApproved={record}
          onCancel={() => setKey(null)}
        />
      ) : null}
    </>
  )
}

/** For a transaction that failed for 15 minutes, or whose first version was already recorded. */
function StoppedAlert({ entry, onEdit }: EntryProps) {
  const decision = useWithdraw(entry, onEdit)
  const { busy, problem } = decision
  const hasTrouble = (entry.troubledMs ?? 0) > 0
  return (
    <Alert
      status="warning"
      title={hasTrouble ? words.stillFailing : words.firstWasRecorded}
      actions={
        <>
          <Button size="sm" disabled={busy} onClick={() => outbox.retry(entry.key)}>
            {hasTrouble ? sharedWords.tryAgain : words.recordOneToo}
          </Button>
          <TakeBackButtons entry={entry} decision={decision} />
        </>
      }
    >
      <EntryLine entry={entry} />
      <Box textStyle="xs" mt="1" aria-live="polite">
        {busy ? <Text>{words.checkingRecorded}</Text> : null}
        {hasTrouble && !busy ? <Text>{words.mayBeRecorded}</Text> : null}
        {busy ? null : <Text>{problem ?? entry.problem}</Text>}
      </Box>
    </Alert>
  )
}
