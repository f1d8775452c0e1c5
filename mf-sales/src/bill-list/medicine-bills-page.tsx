import { type ListedBill, medicinePages } from '@mms/contracts'
import { useLocalPlace, usePagedRows, usePageTitle, useParams } from '@mms/sdk'
import { RecordLinks } from '@mms/sdk/pages'
import { EmptyState, ListRegion, PageHeader, PageTabs, ReceiptIcon } from '@mms/ui'
import { useBillSending } from '../bills/use-bill-sending.ts'
import { billKeys } from '../keys.ts'
import { useMedicineById } from '../medicines/use-medicines.ts'
import { BILLS_PATH } from '../paths.ts'
import * as words from '../words/bill-list.ts'
import * as billingWords from '../words/billing.ts'
import * as sharedWords from '../words/shared.ts'
import { BillsTable } from './bills-page.tsx'

export function MedicineBillsPage() {
  useBillSending()
  const { id = '' } = useParams()
  const { medicine } = useMedicineById(id)
  const list = usePagedRows<ListedBill>(useLocalPlace(), {
    key: billKeys('medicine', id),
    path: BILLS_PATH,
    query: { medicineId: id },
    events: ['medicines-changed'],
    failureText: words.failedLoadBills,
  })
  const title = medicine?.name ?? billingWords.bills
  usePageTitle(title)
  return (
    <>
      <PageHeader title={title} text={medicine?.category} />
      <PageTabs label={sharedWords.medicine}>
        <RecordLinks id={id} pages={medicinePages} />
      </PageTabs>
      <ListRegion
        label={words.bills}
        list={list}
        empty={<EmptyState icon={<ReceiptIcon size={32} />} title={words.neverBilled} />}
      >
        {(bills, stale) => <BillsTable bills={bills} stale={stale} />}
      </ListRegion>
    </>
  )
}
