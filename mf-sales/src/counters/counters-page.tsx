import { type Counter, documentNumberText } from '@mms/contracts'
import { notify, reasonText, useMutation, useQuery, useQueryClient } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { AdministratorsPage } from '@mms/sdk/pages'
import { problemOf } from '@mms/sdk/queries'
import {
  Alert,
  Badge,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  formatCount,
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
import { FormDialog } from '../form-dialog.tsx'
import { counterKeys } from '../keys.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/counters.ts'
import * as sharedWords from '../words/shared.ts'
import { closeCounter, registerCounter, useCounters, voidBillNumber } from './api.ts'
import { readOwnCounter } from './own-counter.ts'

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

function lastText({ last, missing }: Counter): string {
  if (last === 0) return '-'
  return missing.length === 0 ? formatCount(last) : words.withMissing(formatCount(last), missing.length)
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
        return (
          <Button size="sm" variant="outline" aria-label={label} onClick={() => open(counter)}>
            {word}
          </Button>
        )
      },
    },
  ]
  return (
    <Card p="0" overflow="hidden">
      <DataTable
        caption={billingWords.counters}
        columns={columns}
        rows={counters}
        rowKey={({ _id }) => _id}
      />
    </Card>
  )
}

function ClosingDialog({ counter, onDone }: { counter: Counter; onDone: () => void }) {
  const queries = useQueryClient()
  const closing = useMutation({
    mutationFn: () => closeCounter(counter._id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: counterKeys() })
      notify.success(words.counterClosed(counter.code))
      onDone()
    },
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
      {closing.isError ? (
        <Alert status="error" title={words.failedCloseCounter}>
          {reasonText(closing.error)}
        </Alert>
      ) : null}
      <Text>{words.closeCounterText(counter.name)}</Text>
    </ConfirmDialog>
  )
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function RegisterDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const { form, field, alert, isPending } = useSaving({
    initial: { letter: 'A', name: '' },
    save: registerCounter,
    async onSaved({ code }) {
      await queries.invalidateQueries({ queryKey: counterKeys() })
      notify.success(words.nowCounter(code))
      onClose()
    },
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
        {letters.map((letter) => (
          <option key={letter}>{letter}</option>
        ))}
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

interface VoidDialogProps {
  /** A closed counter with missing bill numbers. */
  counter: Counter
  onClose: () => void
}

function VoidDialog({ counter: { _id, code, year, missing }, onClose }: VoidDialogProps) {
  const queries = useQueryClient()
  const textOf = (number: number) => documentNumberText({ counter: code, kind: 'bill', year, number })
  const { form, field, alert, isPending } = useSaving({
    initial: { number: String(missing[0]), reason: '' },
    save: ({ number, reason }) => voidBillNumber(_id, { year, number: Number(number), reason }),
    async onSaved({ number }) {
      await queries.invalidateQueries({ queryKey: counterKeys() })
      notify.success(words.numberVoided(number))
      onClose()
    },
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
        {missing.map((number) => (
          <option key={number} value={number}>
            {textOf(number)}
          </option>
        ))}
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
