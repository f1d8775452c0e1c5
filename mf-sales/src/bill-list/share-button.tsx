import type { BillDocument } from '@mms/contracts'
import { notify, reasonText } from '@mms/sdk'
import { saveFile } from '@mms/sdk/csv'
import { Button } from '@mms/ui'
import { useState } from 'react'
import * as words from '../words/bill-list.ts'

/** Shares the bill as a PDF, or downloads it where the browser cannot share files. */
export function ShareButton({ bill }: { bill: BillDocument }) {
  const [isBusy, setIsBusy] = useState(false)
  const share = async () => {
    const { createBillPdf: billPdf } = await import(/* webpackChunkName: "bill-pdf" */ './bill-pdf.ts')
    const file = await billPdf(bill)
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] })
    else saveFile(file.name, file)
  }
  const onClick = () => {
    setIsBusy(true)
    share()
      .catch((error: unknown) => {
        const isCancelled = error instanceof DOMException && error.name === 'AbortError'
        if (!isCancelled) notify.error(words.pdfFailed, reasonText(error))
      })
      .finally(() => setIsBusy(false))
  }
  return (
    <Button variant="outline" loading={isBusy} onClick={onClick}>
      {words.pdf}
    </Button>
  )
}
