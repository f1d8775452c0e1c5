import type { BillDocument } from '@mms/contracts'
import { notify, reasonText, useMutation } from '@mms/sdk'
import { saveFile } from '@mms/sdk/csv'
import { Button } from '@mms/ui'
import * as words from '../words/bill-list.ts'

/** Shares the bill as a PDF, or downloads it where the browser cannot share files. */
export function ShareButton({ bill }: { bill: BillDocument }) {
  const sharing = useMutation({
    async mutationFn() {
      const { createBillPdf } = await import(/* webpackChunkName: "bill-pdf" */ './bill-pdf.ts')
      const file = await createBillPdf(bill)
      if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] })
      else saveFile(file.name, file)
    },
    onError(error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError'
      if (!isCancelled) notify.error(words.pdfFailed, reasonText(error))
    },
  })
  return (
    <Button variant="outline" loading={sharing.isPending} onClick={() => sharing.mutate()}>
      {words.pdf}
    </Button>
  )
}
