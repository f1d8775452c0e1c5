import { medicineFieldNames } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { saveFile } from '@mms/sdk/csv'
import { Alert, Box, Button, Card, CheckboxField, Flex, formatCount, ProblemCard, Stack, Text } from '@mms/ui'
import { type ReactNode, useRef } from 'react'
import { headerOf } from '../catalogue-files/columns.ts'
import { PreviewTable } from './preview-table.tsx'
import {
  type CatalogueImportState,
  countKinds,
  type ImportFile,
  useImport,
  type Verdicts,
} from './use-import.ts'
import { reasonsOf } from './words.ts'

export function ImportPanel() {
  const current = useImport()
  const { step, file, problem } = current
  return (
    <Card title="File" text={file?.name}>
      <Stack gap="4">
        {step === 'choose' ? <Choose current={current} /> : null}
        {problem && file ? (
          <ProblemCard title="The import has stopped" onRetry={current.tryAgain}>
            {problem} Nothing is lost: what was sent is not done twice.
          </ProblemCard>
        ) : step === 'reading' ? (
          <Text role="status">Reading the file...</Text>
        ) : step === 'checking' || step === 'importing' ? (
          <Progress current={current} />
        ) : null}
        {step === 'checked' || step === 'done' ? <Outcome current={current} /> : null}
      </Stack>
    </Card>
  )
}

interface Props {
  current: CatalogueImportState
}

function Choose({ current }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      {current.problem ? <Alert status="error" title={current.problem} /> : null}
      <Box as="ul" ps="5" listStyleType="disc" color="fg.muted">
        <li>
          The first line names the columns: {medicineFieldNames.map(headerOf).join(', ')}. Only the name is
          needed.
        </li>
        <li>
          A medicine is found by its barcode, else by name and manufacturer; what is not found is added, and
          then needs a category.
        </li>
        <li>Empty cells keep the stored value. Demand factors stay as they are.</li>
      </Box>
      <div>
        <Button onClick={() => input.current?.click()}>Choose a file</Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File of medicines"
          accept=".csv,.txt,.tsv,.xlsx"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void current.choose(chosen)
            target.value = ''
          }}
        />
      </div>
    </>
  )
}

function Progress({ current: { step, progress } }: Props) {
  const word = step === 'checking' ? 'Checking' : 'Importing'
  return (
    <Box>
      <Text role="status" mb="2">
        {word}... {formatCount(progress.done)} of {formatCount(progress.total)}
      </Text>
      <progress
        aria-label={word}
        max={progress.total}
        value={progress.done}
        style={{ width: '100%', height: '0.75rem' }}
      />
    </Box>
  )
}

function Outcome({ current }: Props) {
  const { step, file, verdicts, setStock } = current
  if (!file) return null
  const isDone = step === 'done'
  const { added, changed, unchanged, refused } = countKinds(verdicts)
  const stockChanges = [...verdicts.values()].filter(({ stockChange }) => stockChange !== undefined).length
  return (
    <>
      <Flex gap="4" wrap="wrap" aria-label="Rows" role="group">
        <Count name={isDone ? 'Added' : 'New'} count={added} />
        <Count name="Changed" count={changed} />
        <Count name="Unchanged" count={unchanged} />
        <Count name="Refused" count={refused} />
      </Flex>
      {file.unknown.length > 0 ? (
        <Alert status="info" title={`Not imported: ${file.unknown.join(', ')}`}>
          These columns are unknown.
        </Alert>
      ) : null}
      {isDone ? null : (
        <CheckboxField
          label="Set the stock of medicines that already exist"
          hint={
            stockChanges > 0
              ? `${formatCount(stockChanges)} ${stockChanges === 1 ? 'adjustment' : 'adjustments'}. Sales since the file was made are overwritten.`
              : 'Each difference becomes an adjustment. Stock of new medicines is set in any case.'
          }
          checked={setStock}
          onChange={({ target }) => current.chooseStock(target.checked)}
        />
      )}
      <Flex gap="3" wrap="wrap">
        {isDone ? (
          <Button asChild>
            <Link to="/medicines">Show the medicines</Link>
          </Button>
        ) : (
          <Button disabled={added + changed === 0} onClick={current.carryOut}>
            {importLabel(added + changed)}
          </Button>
        )}
        {refused > 0 ? <RefusedButton file={file} verdicts={verdicts} /> : null}
        <Button variant="outline" onClick={current.restart}>
          {isDone ? 'Import another file' : 'Choose another file'}
        </Button>
      </Flex>
      <PreviewTable file={file} verdicts={verdicts} />
    </>
  )
}

const importLabel = (count: number) =>
  `Import ${formatCount(count)} ${count === 1 ? 'medicine' : 'medicines'}`

function Count({ name, count }: { name: ReactNode; count: number }) {
  return (
    <div>
      <Text color="fg.muted" textStyle="sm">
        {name}
      </Text>
      <Text fontWeight="bold" textStyle="2xl" fontVariantNumeric="tabular-nums">
        {formatCount(count)}
      </Text>
    </div>
  )
}

function RefusedButton({ file, verdicts }: { file: ImportFile; verdicts: Verdicts }) {
  const save = async () => {
    const { csvOf } = await import('../catalogue-files/write-file.ts')
    const refused = [...verdicts.values()].filter(({ kind }) => kind === 'refused')
    const header = file.table.find((line) => line.some((cell) => cell !== null && cell !== '')) ?? []
    const lines = refused.map((verdict) => [
      ...header.map((_, at) => textOf(file.table[verdict.row - 1]?.[at])),
      verdict.row,
      reasonsOf(verdict),
    ])
    saveFile('medicines-refused.csv', csvOf([...header.map(textOf), 'Row', 'Why'], lines))
  }
  return (
    <Button variant="outline" onClick={() => void save()}>
      Save the refused rows
    </Button>
  )
}

const textOf = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '')
