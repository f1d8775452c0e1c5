import { saveFile } from '@mms/sdk/csv'
import { Button } from '@mms/ui'
import type { ImportFile, Verdicts } from './use-import.ts'
import { reasonsOf } from './words.ts'

export function RefusedButton({ file, verdicts }: { file: ImportFile; verdicts: Verdicts }) {
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
