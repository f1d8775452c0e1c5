import type { Drawer } from '@mms/contracts'
import { reasonText, usePageTitle, useSession } from '@mms/sdk'
import { Alert, PageHeader, ProblemCard, Spinner, Stack } from '@mms/ui'
import { useState } from 'react'
import { BillTabs } from '../bill-tabs.tsx'
import { PrintedPaper } from '../bills/print.tsx'
import { type DeskState, useDesk } from '../bills/use-desk.ts'
import { NoCounter } from '../counters/no-counter.tsx'
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
  const store = loaded ?? (state.status === 'ready' ? state.desk.settings : undefined)
  const ownId = state.status === 'ready' ? state.desk.counter._id : undefined
  const [printing, setPrinting] = useState<Drawer | null>(null)
  return (
    <>
      <PageHeader
        title={billingWords.day}
        text={
          state.status === 'ready'
            ? words.counterNamed(state.desk.counter.code, state.desk.counter.name)
            : null
        }
      />
      <BillTabs />
      <Stack gap="4">
        <Own state={state} onPrint={setPrinting} />
        {isAdmin ? <AllDrawers ownId={ownId} onPrint={setPrinting} /> : null}
      </Stack>
      {printing && store ? (
        <PrintedPaper key={printing._id} paper={store.paper} onPrinted={() => setPrinting(null)}>
          <DrawerPaper drawer={printing} store={store} />
        </PrintedPaper>
      ) : null}
    </>
  )
}

interface OwnProps {
  state: DeskState
  onPrint: (drawer: Drawer) => void
}

function Own({ state, onPrint }: OwnProps) {
  if (state.status === 'loading') return <Spinner />
  if (state.status === 'failed')
    return (
      <ProblemCard title={billingWords.settingsNotLoaded} onRetry={() => location.reload()}>
        {reasonText(state.error)}
      </ProblemCard>
    )
  if (state.status === 'ready')
    return (
      <>
        {state.problem ? <Alert status="warning" title={state.problem} /> : null}
        <OwnDrawerPanel desk={state.desk} onPrint={onPrint} />
      </>
    )
  return <NoCounter status="info" title={billingWords.notACounter} />
}
