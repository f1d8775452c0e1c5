import type { Report } from '@mms/contracts'
import { notify, storeToday } from '@mms/sdk'
import { Button, Flex } from '@mms/ui'
import { useState } from 'react'

interface Props {
  report: Report | undefined
}

/** Files are built in the browser, by code that loads on first use. */
export function ExportButtons({ report }: Props) {
  const [busy, setBusy] = useState<string | null>(null)
  const run = async (kind: 'PDF' | 'CSV', make: (report: Report) => Promise<void>) => {
    if (!report) return
    setBusy(kind)
    try {
      await make(report)
      notify.success(`${kind} report generated successfully`)
    } catch (error) {
      notify.error(`Failed to generate ${kind} report`, error instanceof Error ? error.message : undefined)
    }
    setBusy(null)
  }
  const disabled = !report || busy !== null
  return (
    <Flex gap="3" wrap="wrap" data-screen-only>
      <Button
        variant="outline"
        disabled={disabled}
        loading={busy === 'PDF'}
        loadingText="Exporting..."
        onClick={() => void run('PDF', exportPdf)}
      >
        Export to PDF
      </Button>
      <Button
        variant="outline"
        disabled={disabled}
        loading={busy === 'CSV'}
        loadingText="Exporting..."
        onClick={() => void run('CSV', exportCsv)}
      >
        Export to CSV
      </Button>
    </Flex>
  )
}

async function exportPdf(report: Report): Promise<void> {
  const { reportPdf } = await import('./report-pdf.ts')
  saveFile(`medicine-report-${storeToday()}.pdf`, await reportPdf(report))
}

async function exportCsv(report: Report): Promise<void> {
  const { reportCsv } = await import('./report-csv.ts')
  saveFile(
    `medicine-stock-${storeToday()}.csv`,
    new Blob([reportCsv(report)], { type: 'text/csv;charset=utf-8' }),
  )
}

const READ_WITHIN_MS = 60_000

function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS)
}
