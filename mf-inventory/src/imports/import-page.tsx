import type { CatalogueImport } from '@mms/contracts'
import { events, useMutation, usePageTitle, useSession } from '@mms/sdk'
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
  PageHeader,
  PageLoader,
  ProblemCard,
  Stack,
  Text,
} from '@mms/ui'
import { useState } from 'react'
import { FailureAlert } from '../form-dialog.tsx'
import * as words from '../words/imports.ts'
import * as sharedWords from '../words/shared.ts'
import { undoImportRows, useImports } from './api.ts'
import { ImportPanel } from './import-panel.tsx'

const columns: Column<CatalogueImport>[] = [
  { header: sharedWords.file, primary: true, cell: ({ fileName }) => fileName },
  { header: sharedWords.date, cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { header: sharedWords.by, wrap: true, cell: ({ createdBy }) => createdBy },
  { header: words.fresh, align: 'end', cell: ({ added }) => formatCount(added) },
  { header: words.changed, align: 'end', cell: ({ changed }) => formatCount(changed) },
  { header: words.undone, cell: stateOf },
]

export function ImportPage() {
  usePageTitle(words.importMedicines)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  return (
    <>
      <PageHeader title={words.importMedicines} text={words.importText} />
      {isAdmin ? (
        <Stack gap="4">
          <ImportPanel />
          <PastImportsPanel />
        </Stack>
      ) : (
        <ProblemCard title={words.administratorsOnly}>{words.askAdministrator}</ProblemCard>
      )}
    </>
  )
}

function PastImportsPanel() {
  const imports = useImports()
  const [asked, setAsked] = useState<CatalogueImport | null>(null)
  const [kept, setKept] = useState<string[]>([])
  if (imports.isError && !imports.data) {
    return <ProblemCard {...problemOf(imports, words.failedLoadImports)} />
  }
  if (!imports.data) return <PageLoader text={words.loadingImports} />
  const actions: Column<CatalogueImport> = {
    header: sharedWords.actions,
    align: 'end',
    cell: (one) =>
      leftOf(one) > 0 ? (
        <Button
          size="sm"
          variant="outline"
          aria-label={words.undoFile(one.fileName)}
          onClick={() => setAsked(one)}
        >
          {sharedWords.undo}
        </Button>
      ) : null,
  }
  return (
    <Card title={words.imports}>
      {kept.length > 0 ? (
        <Alert status="warning" title={words.changedSinceUndone(formatCount(kept.length))}>
          {kept.slice(0, 20).join(', ')}
          {kept.length > 20 ? words.more : ''}
        </Alert>
      ) : null}
      {imports.data.length === 0 ? (
        <Text color="fg.muted">{words.nothingImportedYet}</Text>
      ) : (
        <DataTable
          caption={words.imports}
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
    onSettled: () => events.emit('medicines-changed', { medicineIds: [] }),
  })
  if (!asked) return null
  return (
    <ConfirmDialog
      open
      destructive
      title={words.undoImport}
      confirmLabel={sharedWords.undo}
      busy={undo.isPending}
      busyLabel={words.undoing}
      onConfirm={() => undo.mutate(asked._id)}
      onCancel={onClose}
    >
      <Text>{words.undoText(asked.fileName)}</Text>
      <FailureAlert error={undo.error} title={words.undoFailed} />
    </ConfirmDialog>
  )
}

function stateOf(one: CatalogueImport): string {
  if (one.undoneAt === null) return '-'
  const left = leftOf(one)
  const undone = words.undoneCount(formatCount(one.undone))
  return [
    undone,
    one.kept > 0 && words.keptCount(formatCount(one.kept)),
    left > 0 && words.leftCount(formatCount(left)),
  ]
    .filter(Boolean)
    .join(', ')
}
