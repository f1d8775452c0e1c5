import { type Counter, numberText } from '@mms/contracts'
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
import { useState } from 'react'
import { BillTabs } from '../bill-tabs.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { counterKeys } from '../keys.ts'
import { closeCounter, register, useCounters, voidNumber } from './api.ts'
import { readOwn } from './own-counter.ts'

export const CountersPage = () => (
  <AdministratorsPage title="Counters" refusal="Only administrators can manage counters.">
    <Counters />
  </AdministratorsPage>
)

/** Null if this browser is no counter. */
const useOwn = () =>
  useQuery({ queryKey: counterKeys('own'), queryFn: async () => (await readOwn()) ?? null, staleTime: 0 })

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
        title="Counters"
        text={isOpen && own ? `This browser is counter ${own.code}.` : 'Browsers that make bills.'}
        actions={
          counters && !isPending && !isOpen ? (
            <Button onClick={() => setRegistering(true)}>
              <PlusIcon aria-hidden />
              Register this browser
            </Button>
          ) : null
        }
      />
      <BillTabs />
      {counters ? (
        <CountersTable counters={counters} ownId={own?._id} onClose={setClosing} onVoid={setVoiding} />
      ) : query.error ? (
        <ProblemCard {...problemOf(query, 'Failed to load the counters')} />
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
  return missing.length === 0 ? formatCount(last) : `${formatCount(last)} (${missing.length} missing)`
}

interface TableProps {
  counters: readonly Counter[]
  ownId: string | undefined
  onClose: (counter: Counter) => void
  onVoid: (counter: Counter) => void
}

function CountersTable({ counters, ownId, onClose, onVoid }: TableProps) {
  if (counters.length === 0)
    return (
      <EmptyState title="No counters yet" text="Register the browser at each place where bills are made." />
    )
  const columns: Column<Counter>[] = [
    {
      header: 'Counter',
      primary: true,
      cell: ({ _id, code }) => (
        <>
          {code} {_id === ownId ? <Badge>This browser</Badge> : null}
        </>
      ),
    },
    { header: 'Name', wrap: true, cell: ({ name }) => name },
    { header: 'Since', cell: ({ createdAt }) => formatInstant(createdAt) },
    { header: 'Registered by', wrap: true, cell: ({ createdBy }) => createdBy.name },
    { header: 'Last number', align: 'end', cell: lastText },
    { header: 'Closed', cell: ({ closedAt }) => (closedAt ? formatInstant(closedAt) : '-') },
    {
      header: 'Actions',
      screenOnly: true,
      tableOnly: ({ closedAt, missing }) => closedAt !== null && missing.length === 0,
      cell: (counter) => {
        if (counter.closedAt && counter.missing.length === 0) return null
        const [word, label, open] = counter.closedAt
          ? ['Void', `Void a number of counter ${counter.code}`, onVoid]
          : ['Close', `Close counter ${counter.code}`, onClose]
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
      <DataTable caption="Counters" columns={columns} rows={counters} rowKey={({ _id }) => _id} />
    </Card>
  )
}

function ClosingDialog({ counter, onDone }: { counter: Counter; onDone: () => void }) {
  const queries = useQueryClient()
  const closing = useMutation({
    mutationFn: () => closeCounter(counter._id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: counterKeys() })
      notify.success(`Counter ${counter.code} closed`)
      onDone()
    },
  })
  return (
    <ConfirmDialog
      open
      title={`Close counter ${counter.code}?`}
      confirmLabel="Close counter"
      destructive
      busy={closing.isPending}
      busyLabel="Closing..."
      onConfirm={() => closing.mutate()}
      onCancel={onDone}
    >
      {closing.isError ? (
        <Alert status="error" title="Failed to close the counter">
          {reasonText(closing.error)}
        </Alert>
      ) : null}
      <Text>
        {counter.name} makes no more bills. Its earlier bills stay. It cannot be opened again, but the browser
        can be registered again.
      </Text>
    </ConfirmDialog>
  )
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function RegisterDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const { form, field, alert, isPending } = useSaving({
    initial: { letter: 'A', name: '' },
    save: register,
    async onSaved({ code }) {
      await queries.invalidateQueries({ queryKey: counterKeys() })
      notify.success(`This browser is counter ${code}`)
      onClose()
    },
    failureText: 'Failed to register this browser',
  })
  return (
    <FormDialog
      {...form}
      title="Register this browser"
      submitLabel="Register"
      loading={isPending}
      onClose={onClose}
    >
      {alert}
      <Text>Bills made in this browser will begin with the letter.</Text>
      <SelectField
        label="Letter"
        hint="A letter that was registered before gets a digit, such as A2."
        {...field('letter')}
      >
        {letters.map((letter) => (
          <option key={letter}>{letter}</option>
        ))}
      </SelectField>
      <TextField
        label="Name"
        hint="Where it stands, such as Front desk."
        required
        maxLength={100}
        {...field('name')}
      />
    </FormDialog>
  )
}

interface VoidDialogProps {
  /** Closed, with missing numbers. */
  counter: Counter
  onClose: () => void
}

function VoidDialog({ counter: { _id, code, year, missing }, onClose }: VoidDialogProps) {
  const queries = useQueryClient()
  const textOf = (number: number) => numberText({ counter: code, kind: 'bill', year, number })
  const { form, field, alert, isPending } = useSaving({
    initial: { number: String(missing[0]), reason: '' },
    save: ({ number, reason }) => voidNumber(_id, { year, number: Number(number), reason }),
    async onSaved({ number }) {
      await queries.invalidateQueries({ queryKey: counterKeys() })
      notify.success(`Number ${number} voided`)
      onClose()
    },
    failureText: 'Failed to void the number',
  })
  return (
    <FormDialog
      {...form}
      title={`Void a number of counter ${code}`}
      submitLabel="Void number"
      colorPalette="red"
      loading={isPending}
      onClose={onClose}
    >
      {alert}
      <Text>The bill of this number is lost for good. If its browser comes back, it cannot send it.</Text>
      <SelectField label="Missing number" {...field('number')}>
        {missing.map((number) => (
          <option key={number} value={number}>
            {textOf(number)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Reason"
        hint="Such as: computer stolen."
        required
        maxLength={200}
        {...field('reason')}
      />
    </FormDialog>
  )
}
