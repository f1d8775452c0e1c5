import { type Counter, documentNumberText } from '@mms/contracts'
import { notify, useMutation, useQuery, useQueryClient } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { AdministratorsPage } from '@mms/sdk/pages'
import { problemOf } from '@mms/sdk/queries'
import {
  Badge,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  EmptyState,
  formatInstant,
  PageHeader,
  PlusIcon,
  ProblemCard,
  SelectField,
  TableSkeleton,
  Text,
  TextField,
} from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { useState } from 'react'
import { BillTabs } from '../bill-tabs.tsx'
import { Action, FailureAlert, Options, RecordTable } from '../elements.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { counterKeys } from '../keys.ts'
import { readOwnCounter } from '../own-counter.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/counters.ts'
import * as sharedWords from '../words/shared.ts'
import { closeCounter, registerCounter, useCounters, voidBillNumber } from './api.ts'

export const CountersPage = () => (
  <AdministratorsPage title={billingWords.counters} refusal={words.administratorsOnly}>
    <Counters />
  </AdministratorsPage>
)

const useOwn = () =>
  useQuery({
    queryKey: counterKeys('own'),
    queryFn: async () => (await readOwnCounter()) ?? null,
    staleTime: 0,
  })

function Counters() {
  const query = useCounters()
  const { data: own = null, isPending } = useOwn()
  const [isRegistering, setRegistering] = useState(false)
  const [closing, setClosing] = useState<Counter | null>(null)
  const [voiding, setVoiding] = useState<Counter | null>(null)
  const counters = query.data
  const isOpen = counters?.some(({ _id, closedAt }) => _id === own?._id && closedAt === null)
  return (
    <>
      <PageHeader
        title={billingWords.counters}
        text={isOpen && own ? words.thisIsCounter(own.code) : words.browsersMakeBills}
        actions={
          counters && !isPending && !isOpen ? (
            <Button onClick={() => setRegistering(true)}>
              <PlusIcon aria-hidden />
              {billingWords.registerBrowser}
            </Button>
          ) : null
        }
      />
      <BillTabs />
      {counters ? (
        <CountersTable counters={counters} ownId={own?._id} onClose={setClosing} onVoid={setVoiding} />
      ) : query.error ? (
        <ProblemCard {...problemOf(query, words.failedLoadCounters)} />
      ) : (
        <Card>
          <TableSkeleton rows={3} />
        </Card>
      )}
      {isRegistering ? <RegisterDialog onClose={() => setRegistering(false)} /> : null}
      {closing ? <ClosingDialog counter={closing} onDone={() => setClosing(null)} /> : null}
      {voiding ? <VoidDialog counter={voiding} onClose={() => setVoiding(null)} /> : null}
    </>
  )
}

const numberText = ({ code, year }: Counter, number: number) =>
  documentNumberText({ counter: code, kind: 'bill', year, number })

function lastText(counter: Counter): string {
  const { last, missing } = counter
  if (last === 0) return '-'
  const text = numberText(counter, last)
  return missing.length === 0 ? text : words.withMissing(text, missing.length)
}

interface TableProps {
  counters: readonly Counter[]
  ownId: string | undefined
  onClose: (counter: Counter) => void
  onVoid: (counter: Counter) => void
}

function CountersTable({ counters, ownId, onClose, onVoid }: TableProps) {
  if (counters.length === 0) return <EmptyState title={words.noCountersYet} text={words.noCountersText} />
  const columns: Column<Counter>[] = [
    {
      header: billingWords.counter,
      primary: true,
      cell: ({ _id, code }) => (
        <>
          {code} {_id === ownId ? <Badge>{words.thisBrowser}</Badge> : null}
        </>
      ),
    },
    { header: billingWords.name, wrap: true, cell: ({ name }) => name },
    { header: words.since, cell: ({ createdAt }) => formatInstant(createdAt) },
    { header: words.registeredBy, wrap: true, cell: ({ createdBy }) => createdBy.name },
    { header: words.lastNumber, align: 'end', cell: lastText },
    { header: words.closed, cell: ({ closedAt }) => (closedAt ? formatInstant(closedAt) : '-') },
    {
      header: sharedWords.actions,
      screenOnly: true,
      tableOnly: ({ closedAt, missing }) => closedAt !== null && missing.length === 0,
      cell: (counter) => {
        if (counter.closedAt && counter.missing.length === 0) return null
        const [word, label, open] = counter.closedAt
          ? [billingWords.voidStatus, words.voidNumberOf(counter.code), onVoid]
          : [billingWords.close, words.closeCounterNamed(counter.code), onClose]
        return <Action label={word} aria-label={label} onClick={() => open(counter)} />
      },
    },
  ]
  return (
    <Card p="0" overflow="hidden">
      <RecordTable caption={billingWords.counters} columns={columns} rows={counters} />
    </Card>
  )
}

/** Refreshes the counters, shows the message and closes the dialog. */
function useFinish(onDone: () => void) {
  const queries = useQueryClient()
  return async (done: string) => {
    await queries.invalidateQueries({ queryKey: counterKeys() })
    notify.success(done)
    onDone()
  }
}

function ClosingDialog({ counter, onDone }: { counter: Counter; onDone: () => void }) {
  const finish = useFinish(onDone)
  const closing = useMutation({
    mutationFn: () => closeCounter(counter._id),
    onSuccess: () => finish(words.counterClosed(counter.code)),
  })
  return (
    <ConfirmDialog
      open
      title={words.closeCounterQuestion(counter.code)}
      confirmLabel={words.closeCounter}
      destructive
      busy={closing.isPending}
      busyLabel={words.closing}
      onConfirm={() => closing.mutate()}
      onCancel={onDone}
    >
      <FailureAlert title={words.failedCloseCounter} error={closing.error} />
      <Text>{words.closeCounterText(counter.name)}</Text>
    </ConfirmDialog>
  )
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => [letter, letter] as const)

function RegisterDialog({ onClose }: { onClose: () => void }) {
  const finish = useFinish(onClose)
  const { form, field, alert, isPending } = useSaving({
    initial: { letter: 'A', name: '' },
    save: registerCounter,
    onSaved: ({ code }) => finish(words.nowCounter(code)),
    failureText: words.failedRegisterBrowser,
  })
  return (
    <FormDialog
      {...form}
      title={billingWords.registerBrowser}
      submitLabel={words.register}
      loading={isPending}
      onClose={onClose}
    >
      {alert}
      <Text>{words.registerText}</Text>
      <SelectField label={words.letter} hint={words.letterHint} {...field('letter')}>
        <Options of={letters} />
      </SelectField>
      <TextField
        label={billingWords.name}
        hint={words.nameHint}
        required
        maxLength={100}
        {...field('name')}
      />
    </FormDialog>
  )
}

/** For a closed counter with missing bill numbers. */
function VoidDialog({ counter, onClose }: { counter: Counter; onClose: () => void }) {
  const { _id, code, year, missing } = counter
  const finish = useFinish(onClose)
  const { form, field, alert, isPending } = useSaving({
    initial: { number: String(missing[0]), reason: '' },
    save: ({ number, reason }) => voidBillNumber(_id, { year, number: Number(number), reason }),
    onSaved: ({ number }) => finish(words.numberVoided(number)),
    failureText: words.failedVoidNumber,
  })
  return (
    <FormDialog
      {...form}
      title={words.voidNumberOf(code)}
      submitLabel={words.voidNumber}
      colorPalette={tones.danger}
      loading={isPending}
      onClose={onClose}
    >
      {alert}
      <Text>{words.voidNumberText}</Text>
      <SelectField label={words.missingNumber} {...field('number')}>
        <Options of={missing.map((number) => [String(number), numberText(counter, number)])} />
      </SelectField>
      <TextField
        label={billingWords.reason}
        hint={words.voidReasonExample}
        required
        maxLength={200}
        {...field('reason')}
      />
    </FormDialog>
  )
}
