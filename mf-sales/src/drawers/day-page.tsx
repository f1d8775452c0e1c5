import type { Drawer } from '@mms/contracts'
import { usePageTitle, useSession } from '@mms/sdk'
import { Alert, PageHeader, Stack } from '@mms/ui'
import { useState } from 'react'
import { BillTabs } from '../bill-tabs.tsx'
import { DeskNotice } from '../bills/desk-notice.tsx'
import { PrintedPaper } from '../bills/print.tsx'
import { useDesk } from '../bills/use-desk.ts'
import { useStoreSettings } from '../store/api.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/drawers.ts'
import { AllDrawers } from './all-drawers.tsx'
import { DrawerPaper } from './drawer-paper.tsx'
import { OwnDrawerPanel } from './own-drawer-panel.tsx'

export function DayPage() {
  usePageTitle(billingWords.day)
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  const state = useDesk()
  const { data: loaded } = useStoreSettings()
  const { settings, counter } = state.status === 'ready' ? state.desk : {}
  const store = loaded ?? settings
  const [printing, setPrinting] = useState<Drawer | null>(null)
  return (
    <>
      <PageHeader
        title={billingWords.day}
        text={counter ? words.counterNamed(counter.code, counter.name) : null}
      />
      <BillTabs />
      <Stack gap="4">
        <DeskNotice state={state} />
        {state.status === 'ready' ? (
          <>
            {state.problem ? <Alert status="warning" title={state.problem} /> : null}
            <OwnDrawerPanel desk={state.desk} onPrint={setPrinting} />
          </>
        ) : null}
        {isAdmin ? <AllDrawers ownId={counter?._id} onPrint={setPrinting} /> : null}
      </Stack>
      {printing && store ? (
        <PrintedPaper key={printing._id} paper={store.paper} onPrinted={() => setPrinting(null)}>
          <DrawerPaper drawer={printing} store={store} />
        </PrintedPaper>
      ) : null}
    </>
  )
}
