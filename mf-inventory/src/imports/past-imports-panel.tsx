import type { CatalogueImport } from '@mms/contracts'
import { events, failureTitle, reasonText, useMutation, useQueryClient, useRefetchOn } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import {
  Alert,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  DataTable,
  formatCount,
  Instant,
  PageLoader,
  ProblemCard,
  Text,
} from '@mms/ui'
import { useState } from 'react'
import { importKeys, undoImportRows, useImports } from './api.ts'

export function PastImportsPanel() {
  useRefetchOn(['medicines-changed'], importKeys)
  const imports = useImports()
  const [asked, setAsked] = useState<CatalogueImport | null>(null)
  const [kept, setKept] = useState<string[]>([])
  if (imports.isError && !imports.data) {
    return <ProblemCard {...problemOf(imports, 'Failed to load the imports')} />
  }
  if (!imports.data) return <PageLoader text="Loading the imports..." />
  const actions: Column<CatalogueImport> = {
    header: 'Actions',
    align: 'end',
    cell: (one) =>
      leftOf(one) > 0 ? (
        <Button size="sm" variant="outline" aria-label={`Undo ${one.fileName}`} onClick={() => setAsked(one)}>
          Undo
        </Button>
      ) : null,
  }
  return (
    <Card title="Imports">
      {kept.length > 0 ? (
        <Alert status="warning" title={`Changed since, and not undone: ${formatCount(kept.length)}`}>
          {kept.slice(0, 20).join(', ')}
          {kept.length > 20 ? ' and more' : ''}
        </Alert>
      ) : null}
      {imports.data.length === 0 ? (
        <Text color="fg.muted">Nothing has been imported yet.</Text>
      ) : (
        <DataTable
          caption="Imports"
          columns={[...columns, actions]}
          rows={imports.data}
          rowKey={({ _id }) => _id}
        />
      )}
      <UndoDialog asked={asked} onClose={() => setAsked(null)} onKept={setKept} />
    </Card>
  )
}

const leftOf = ({ added, changed, undone, kept }: CatalogueImport) => added + changed - undone - kept

interface UndoProps {
  asked: CatalogueImport | null
  onClose: () => void
  onKept: (names: string[]) => void
}

function UndoDialog({ asked, onClose, onKept }: UndoProps) {
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: async (id: string) => {
      const names: string[] = []
      for (let left = 1; left > 0; ) {
        const answer = await undoImportRows(id)
        names.push(...answer.kept)
        left = answer.left
      }
      return names
    },
    onSuccess: (names) => {
      onKept(names)
      onClose()
    },
    onSettled: async () => {
      events.emit('medicines-changed', { medicineIds: [] })
      await client.invalidateQueries({ queryKey: importKeys })
    },
  })
  if (!asked) return null
  return (
    <ConfirmDialog
      open
      destructive
      title="Undo the import"
      confirmLabel="Undo"
      busy={undo.isPending}
      busyLabel="Undoing..."
      onConfirm={() => undo.mutate(asked._id)}
      onCancel={onClose}
    >
      <Text>
        What {asked.fileName} added is deleted, and what it changed becomes as it was. Medicines that have
        changed since stay as they are.
      </Text>
      {undo.isError ? (
        <Alert status="error" title={failureTitle(undo.error, 'The import could not be undone')}>
          {reasonText(undo.error)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  )
}

function stateOf(one: CatalogueImport): string {
  if (one.undoneAt === null) return '-'
  const left = leftOf(one)
  const undone = `${formatCount(one.undone)} undone`
  return [undone, one.kept > 0 && `${formatCount(one.kept)} stay`, left > 0 && `${formatCount(left)} left`]
    .filter(Boolean)
    .join(', ')
}

const columns: Column<CatalogueImport>[] = [
  { header: 'File', primary: true, cell: ({ fileName }) => fileName },
  { header: 'Date', cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { header: 'By', wrap: true, cell: ({ createdBy }) => createdBy },
  { header: 'New', align: 'end', cell: ({ added }) => formatCount(added) },
  { header: 'Changed', align: 'end', cell: ({ changed }) => formatCount(changed) },
  { header: 'Undone', cell: stateOf },
]
