import type { Report, StockMovement } from '@mms/contracts'
import { notify, storeToday } from '@mms/sdk'
import { saveCsv, saveFile } from '@mms/sdk/csv'
import { Button, Flex } from '@mms/ui'
import { useState } from 'react'
import { formatTurnover } from '../figures.ts'
import * as words from '../words/reports.ts'
import * as sharedWords from '../words/shared.ts'
import { movementHeaders, movementUnitColumns } from './report-sums.ts'

const exports = { PDF: exportPdf, CSV: exportCsv }
type Kind = keyof typeof exports

export function ExportButtons({ report }: { report: Report | undefined }) {
  const [busy, setBusy] = useState<Kind | null>(null)
  const run = async (kind: Kind) => {
    if (!report) return
    setBusy(kind)
    try {
      await exports[kind](report)
      notify.success(words.reportGenerated(kind))
    } catch (error) {
      notify.error(words.reportFailed(kind), error instanceof Error ? error.message : undefined)
    }
    setBusy(null)
  }
  return (
    <Flex gap="3" wrap="wrap" data-screen-only>
      {([words.pdf, words.csv] as const).map((kind) => (
        <Button
          key={kind}
          variant="outline"
          disabled={!report || busy !== null}
          loading={busy === kind}
          loadingText={words.exporting}
          onClick={() => void run(kind)}
        >
          {words.exportTo(kind)}
        </Button>
      ))}
    </Flex>
  )
}

/** The PDF library loads on first use. */
async function exportPdf(report: Report): Promise<void> {
  const { createReportPdf: reportPdf } = await import('./report-pdf.ts')
  saveFile(`medicine-report-${storeToday()}.pdf`, await reportPdf(report))
}

const csvHeaders = [
  ...movementHeaders,
  sharedWords.category,
  words.unitPrice,
  words.value,
  words.costPrice,
  words.expiryDate,
]

const csvRow = (row: StockMovement) => [
  row.medicine,
  ...movementUnitColumns.map(({ field }) => row[field]),
  row.turnoverRate === null ? '' : formatTurnover(row.turnoverRate),
  row.category,
  row.unitPrice.toFixed(2),
  (row.value ?? (Math.round(row.unitPrice * 100) * row.currentStock) / 100).toFixed(2),
  row.costPrice?.toFixed(2),
  row.expiryDate,
]

async function exportCsv({ movements }: Report): Promise<void> {
  saveCsv(`medicine-stock-${storeToday()}.csv`, csvHeaders, movements.map(csvRow))
}
