import { Link, NavLink, useSession } from '@mms/sdk'
import { type Column, PageTabs, TextLink } from '@mms/ui'
import { useBillSending } from './bills/use-bill-sending.ts'
import * as words from './words/area.ts'
import * as billingWords from './words/billing.ts'
import * as sharedWords from './words/shared.ts'

/** Tabs of the billing pages. All billing pages send handed-over bills. */
export function BillTabs() {
  useBillSending()
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  return (
    <PageTabs label={words.billing}>
      <NavLink to="/bills" end>
        {billingWords.bills}
      </NavLink>
      <NavLink to="/bills/day">{billingWords.day}</NavLink>
      <NavLink to="/bills/credits">{billingWords.openCredit}</NavLink>
      <NavLink to="/bills/report">{billingWords.report}</NavLink>
      {isAdmin ? (
        <>
          <NavLink to="/bills/store">{sharedWords.store}</NavLink>
          <NavLink to="/bills/counters">{billingWords.counters}</NavLink>
        </>
      ) : null}
    </PageTabs>
  )
}

/** Column with the number of a bill or credit note, which links to its page. */
export const createBillColumn = <Row extends { _id: string; number: string }>(
  header: string,
): Column<Row> => ({
  header,
  primary: true,
  cell: ({ _id, number }) => (
    <TextLink asChild display="inline" fontWeight="semibold">
      <Link to={`/bills/${_id}`}>{number}</Link>
    </TextLink>
  ),
})
