import { medicineFieldNames } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { saveFile } from '@mms/sdk/csv'
import { Alert, Box, Button, Card, CheckboxField, Flex, formatCount, ProblemCard, Stack, Text } from '@mms/ui'
import { type ReactNode, useRef } from 'react'
import { columnHeaderOf } from '../catalogue-files/columns.ts'
import * as words from '../words/imports.ts'
import * as sharedWords from '../words/shared.ts'
import { describeRowErrors, PreviewTable } from './preview-table.tsx'
import {
  type CatalogueImportState,
  countImportKinds,
  type ImportFile,
  type RowVerdicts,
  useImport,
} from './use-import.ts'

export function ImportPanel() {
  const current = useImport()
  const { step, file, problem } = current
  return (
    <Card title={sharedWords.file} text={file?.name}>
      <Stack gap="4">
        {step === 'choose' ? <Choose current={current} /> : null}
        {problem && file ? (
          <ProblemCard title={words.importStopped} onRetry={current.tryAgain}>
            {words.stoppedText(problem)}
          </ProblemCard>
        ) : step === 'reading' ? (
          <Text role="status">{words.readingFile}</Text>
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
        <li>{words.columnsText(medicineFieldNames.map(columnHeaderOf).join(', '))}</li>
        <li>{words.matchingText}</li>
        <li>{words.emptyCellsText}</li>
      </Box>
      <div>
        <Button onClick={() => input.current?.click()}>{words.chooseFile}</Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={words.fileMedicines}
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
  const word = step === 'checking' ? words.checking : words.importing
  return (
    <Box>
      <Text role="status" mb="2">
        {words.progress(word, formatCount(progress.done), formatCount(progress.total))}
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
  const { added, changed, unchanged, refused } = countImportKinds(verdicts)
  const stockChanges = [...verdicts.values()].filter(({ stockChange }) => stockChange !== undefined).length
  return (
    <>
      <Flex gap="4" wrap="wrap" aria-label={words.rows} role="group">
        <Count name={isDone ? words.added : words.fresh} count={added} />
        <Count name={words.changed} count={changed} />
        <Count name={words.unchanged} count={unchanged} />
        <Count name={words.refused} count={refused} />
      </Flex>
      {file.unknown.length > 0 ? (
        <Alert status="info" title={words.notImported(file.unknown.join(', '))}>
          {words.columnsUnknown}
        </Alert>
      ) : null}
      {isDone ? null : (
        <CheckboxField
          label={words.setStockOfExisting}
          hint={
            stockChanges > 0
              ? words.stockOverwritten(formatCount(stockChanges), stockChanges)
              : words.stockAdjusted
          }
          checked={setStock}
          onChange={({ target }) => current.chooseStock(target.checked)}
        />
      )}
      <Flex gap="3" wrap="wrap">
        {isDone ? (
          <Button asChild>
            <Link to="/medicines">{words.showMedicines}</Link>
          </Button>
        ) : (
          <Button disabled={added + changed === 0} onClick={current.carryOut}>
            {words.importCount(formatCount(added + changed), added + changed)}
          </Button>
        )}
        {refused > 0 ? <RefusedButton file={file} verdicts={verdicts} /> : null}
        <Button variant="outline" onClick={current.restart}>
          {isDone ? words.importAnotherFile : words.chooseAnotherFile}
        </Button>
      </Flex>
      <PreviewTable file={file} verdicts={verdicts} />
    </>
  )
}

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

function RefusedButton({ file, verdicts }: { file: ImportFile; verdicts: RowVerdicts }) {
  const save = async () => {
    const { toCsv: csvOf } = await import('../catalogue-files/write-file.ts')
    const refused = [...verdicts.values()].filter(({ kind }) => kind === 'refused')
    const lines = refused.map((verdict) => [
      ...file.headers.map((_, at) => textOf(file.table[verdict.row - 1]?.[at])),
      ...[verdict.row, describeRowErrors(verdict)],
    ])
    saveFile('medicines-refused.csv', csvOf([...file.headers, words.row, words.why], lines))
  }
  return (
    <Button variant="outline" onClick={() => void save()}>
      {words.saveRefusedRows}
    </Button>
  )
}

const textOf = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '')
