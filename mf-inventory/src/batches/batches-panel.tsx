import type { Batch, Medicine, Pack } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import {
  Box,
  Button,
  Card,
  CheckboxField,
  type Column,
  DataTable,
  Flex,
  formatRupees,
  ProblemCard,
  TableSkeleton,
  Text,
} from '@mms/ui'
import { useState } from 'react'
import { countedWord } from '../medicines/pack.ts'
import * as words from '../words/batches.ts'
import * as sharedWords from '../words/shared.ts'
import { useBatches } from './api.ts'
import { expiryColumn, HoldNote, RecallLink, stockColumn } from './columns.tsx'
import { EditBatchDialog } from './edit-batch-dialog.tsx'
import { type HoldAction, holdQuestion } from './questions.ts'
import { ReasonDialog, type ReasonQuestion } from './reason-dialog.tsx'

export function BatchesPanel({ medicine }: { medicine: Medicine }) {
  const [empty, setEmpty] = useState(false)
  const batches = useBatches(medicine._id, { empty })
  if (!batches.data && batches.isError) {
    return <ProblemCard {...problemOf(batches, sharedWords.failedLoadBatches)} />
  }
  return (
    <Card
      title={sharedWords.batches}
      actions={
        <Box data-screen-only>
          <CheckboxField
            label={words.showEmptyBatches}
            checked={empty}
            onChange={({ target }) => setEmpty(target.checked)}
          />
        </Box>
      }
    >
      {batches.data ? (
        batches.data.length > 0 ? (
          <BatchesTable batches={batches.data} medicine={medicine} />
        ) : (
          <Text color="fg.muted">{words.nothingInStock}</Text>
        )
      ) : (
        <TableSkeleton text={sharedWords.loadingBatches} />
      )}
    </Card>
  )
}

interface Props {
  batches: readonly Batch[]
  medicine: { name: string; manufacturer: string; unitPrice: number } & Partial<Pack>
}

function BatchesTable({ batches, medicine }: Props) {
  const [edited, setEdited] = useState<Batch | null>(null)
  const [asked, setAsked] = useState<ReasonQuestion | null>(null)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const actions: Column<Batch> = {
    header: sharedWords.actions,
    screenOnly: true,
    align: 'end',
    cell: (batch) => {
      const action = (text: string, onClick: () => void) => (
        <Button
          size={{ base: 'sm', lg: 'xs' }}
          variant="ghost"
          aria-label={`${text} ${words.batchName(batch)}`}
          onClick={onClick}
        >
          {text}
        </Button>
      )
      const hold = (what: HoldAction) => () =>
        setAsked(holdQuestion(what, [{ ...batch, medicineName: medicine.name }]))
      const isFree = batch.status === 'available'
      return (
        <Flex gap="1" justify="flex-end" wrap="wrap">
          {action(words.edit, () => setEdited(batch))}
          {isFree && batch.stock > 0 ? action(sharedWords.quarantine, hold('quarantine')) : null}
          {!isFree && isAdmin ? action(sharedWords.release, hold('release')) : null}
        </Flex>
      )
    },
  }
  return (
    <>
      <DataTable
        caption={sharedWords.batches}
        columns={[...columnsOf(medicine), actions]}
        rows={batches}
        rowKey={({ _id }) => _id}
      />
      {edited ? <EditBatchDialog batch={edited} pack={medicine} onClose={() => setEdited(null)} /> : null}
      {asked ? <ReasonDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

const columnsOf = (medicine: Props['medicine']): Column<Batch>[] => [
  {
    header: sharedWords.batch,
    primary: true,
    cell: (batch) => (
      <>
        <Text fontWeight="semibold" overflowWrap="anywhere">
          <RecallLink manufacturer={medicine.manufacturer} number={batch.number}>
            {words.numberOf(batch)}
          </RecallLink>
        </Text>
        <Text color="fg.muted" textStyle="xs">
          {batch.supplier}
        </Text>
        <HoldNote batch={batch} />
      </>
    ),
  },
  expiryColumn,
  stockColumn,
  {
    header: words.pricePer(countedWord(medicine)),
    align: 'end',
    cell: ({ unitPrice, mrp }) => (
      <Box>
        {formatRupees(unitPrice ?? medicine.unitPrice)}
        {mrp === null ? null : (
          <Text color="fg.muted" textStyle="xs">
            {words.mrpOf(formatRupees(mrp))}
          </Text>
        )}
      </Box>
    ),
  },
]
