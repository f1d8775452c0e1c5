import { failureTitle, http, Link, notify, reasonText, useMutation } from '@mms/sdk'
import {
  Alert,
  Box,
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  DeleteIcon,
  EditIcon,
  Flex,
  PlusIcon,
  Text,
  TextLink,
} from '@mms/ui'
import { type ReactNode, useState } from 'react'
import { capitalize, pathOf, type RecordKind, type Stored } from './record-kind.ts'

interface LinkProps {
  kind: RecordKind
  state: unknown
}

/** Link to the form for a new record. */
export function AddLink({ kind, state }: LinkProps) {
  return (
    <Button asChild>
      <Link to={`${kind.page}/add`} state={state}>
        <PlusIcon aria-hidden />
        Add {capitalize(kind.noun)}
      </Link>
    </Button>
  )
}

/** Link to a record's page, showing its name. */
export function RecordLink({ kind, record, state }: LinkProps & { record: Stored }) {
  return (
    <TextLink asChild display="inline" fontWeight="semibold">
      <Link to={`${kind.page}/${record._id}`} state={state}>
        {record.name}
      </Link>
    </TextLink>
  )
}

interface TableProps<Shown extends Stored> extends LinkProps {
  columns: Column<Shown>[]
  rows: readonly Shown[]
  stale: boolean
  canDelete: boolean
  consequences?: (record: Shown) => ReactNode
}

/** A list with the area's columns, and *Edit* and *Delete* in each row. */
export function RecordTable<Shown extends Stored>(props: TableProps<Shown>) {
  const { kind, columns, rows, stale, state, canDelete, consequences } = props
  const [toDelete, setToDelete] = useState<Shown | null>(null)
  const actions: Column<Shown> = {
    header: 'Actions',
    screenOnly: true,
    align: 'end',
    cell: (record) => (
      <Actions
        kind={kind}
        record={record}
        state={state}
        onDelete={canDelete ? () => setToDelete(record) : null}
      />
    ),
  }
  return (
    <>
      <DataTable
        caption={capitalize(kind.plural)}
        columns={[...columns, actions]}
        rows={rows}
        rowKey={({ _id }) => _id}
        stale={stale}
      />
      {toDelete ? (
        <DeleteDialog key={toDelete._id} kind={kind} record={toDelete} onClose={() => setToDelete(null)}>
          {consequences?.(toDelete)}
        </DeleteDialog>
      ) : null}
    </>
  )
}

const actionSize = { base: 'sm', lg: '2xs' } as const

/** Muted, because a bright red button in each row would distract from the figures. */
const danger = { color: 'fg.error', bg: 'bg.error' } as const

interface ActionsProps extends LinkProps {
  record: Stored
  onDelete: (() => void) | null
}

function Actions({ kind, record: { _id, name }, state, onDelete }: ActionsProps) {
  return (
    <Flex gap="1" justify="flex-end" me={{ base: '-3', lg: '-2' }}>
      <Button asChild size={actionSize} variant="ghost" aria-label={`Edit ${name}`}>
        <Link to={`${kind.page}/edit/${_id}`} state={state}>
          <EditIcon aria-hidden />
          Edit
        </Link>
      </Button>
      {onDelete ? (
        <Button
          size={actionSize}
          variant="ghost"
          color="fg.muted"
          _hover={danger}
          _focusVisible={danger}
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={onDelete}
        >
          <DeleteIcon aria-hidden />
          <Box as="span" display={{ lg: 'none' }}>
            Delete
          </Box>
        </Button>
      ) : null}
    </Flex>
  )
}

interface Props {
  kind: RecordKind
  record: Stored
  onClose: () => void
  children?: ReactNode
}

function DeleteDialog({ kind, record, onClose, children }: Props) {
  const deletion = useMutation({
    mutationFn: (id: string) => http.delete(pathOf(kind, id), { quiet: true }),
    onSuccess: (_, id) => {
      notify.success(`${capitalize(kind.noun)} deleted successfully`)
      onClose()
      kind.emit([id])
    },
  })
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete ${kind.noun}`}
      confirmLabel="Delete"
      busy={deletion.isPending}
      busyLabel="Deleting..."
      onConfirm={() => deletion.mutate(record._id)}
      onCancel={onClose}
    >
      <Text>Are you sure you want to delete this {kind.noun}?</Text>
      <Text fontWeight="semibold" mt="2">
        {record.name}
      </Text>
      {children ? (
        <Box as="ul" ps="5" mt="2" listStyleType="disc">
          {children}
        </Box>
      ) : null}
      {deletion.isError ? (
        <Box mt="3">
          <Alert status="error" title={failureTitle(deletion.error, `Failed to delete ${kind.noun}`)}>
            {reasonText(deletion.error)}
          </Alert>
        </Box>
      ) : null}
    </ConfirmDialog>
  )
}
